import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { SavedPage } from "#src/collector/marketplaces/marketplaces.contract.ts";
import { Refusal } from "./refusal.ts";

/** The input of the process. */
export interface ReadOrder {
  text: string;
  /** '' if unknown */
  url: string;
  /** ISO 8601 */
  now: string;
}

/** The result of the process. */
export type ReadNews = { ok: true; saved: SavedPage } | { ok: false; refusals: readonly string[] };

/**
 * Reads a saved page in a separate process, which is killed when the time is over. The time that jsdom needs grows with the square of the nesting
 * depth (measured: 14 s for 100 KB of unclosed elements, 80 s for unclosed formatting), and nothing inside of it can be interrupted; running out of
 * memory ends only that process.
 * @param seconds how long reading may take
 * @throws Refusal if the time or the memory was not enough
 */
export async function readSavedInTime(order: ReadOrder, seconds: number): Promise<ReadNews> {
  const script = fileURLToPath(new URL("./saved-page-process.ts", import.meta.url));
  const child = fork(script, { serialization: "advanced", stdio: ["ignore", "ignore", "pipe", "ipc"] });
  const { promise, resolve, reject } = Promise.withResolvers<ReadNews>();
  const tooLong = `gave up after ${seconds} s: the markup takes too long to read; --seconds N allows more time`;
  const timer = setTimeout(() => reject(new Refusal(tooLong)), seconds * 1000);
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (part: string) => (said = (said + part).slice(-20_000)));
  child.once("message", (news: ReadNews) => resolve(news));
  child.once("error", reject);
  child.once("close", () =>
    reject(
      said.includes("out of memory") ? new Refusal("the markup takes more memory to read than there is") : new Error(`collect: ${said}`),
    ),
  );
  child.send(order);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.kill("SIGKILL");
  }
}
