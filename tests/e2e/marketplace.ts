import { request } from "node:https";
import type { Control } from "#sandbox/marketplace/controls.ts";
import type { LoggedRequest } from "#sandbox/marketplace/review-log.ts";
import type { TrueReview } from "#sandbox/marketplace/truth.ts";
import { startMarketplace } from "#sandbox/marketplace/server.ts";

/** The control's input; fields with defaults may be omitted. */
type ControlInput = { [K in keyof Control]?: Partial<Control[K]> | Control[K] };

/** A running sandbox marketplace and its controls. */
export interface Marketplace {
  port: number;
  control(body: ControlInput): Promise<void>;
  reset(): Promise<void>;
  log(): Promise<LoggedRequest[]>;
  /** all reviews of a listing, newest first, as a careful reader should find them */
  truth(listingId: string): Promise<TrueReview[]>;
  close(): Promise<void>;
}

/** Starts a sandbox marketplace on a free loopback port, without risk control by default. */
export async function openMarketplace(): Promise<Marketplace> {
  const server = await startMarketplace({ port: 0, dataDir: null });
  const ask = (method: string, path: string, body?: unknown) => callSandbox(server.port, method, path, body);
  const marketplace: Marketplace = {
    port: server.port,
    control: async (body) => void (await ask("POST", "/sandbox/control", body)),
    reset: async () => {
      await ask("POST", "/sandbox/reset", {});
      await ask("POST", "/sandbox/control", { leastGapMs: 0 });
    },
    log: async () => (await ask("GET", "/sandbox/log")) as LoggedRequest[],
    truth: async (listingId) => (await ask("GET", `/sandbox/reviews/${listingId}`)) as TrueReview[],
    close: () => server.close(),
  };
  await marketplace.reset();
  return marketplace;
}

/**
 * Returns the pauses between an answer and the next request in ms; negative if requests overlapped. Measured from just before
 * an answer is sent to just after the next request arrives, so that delays of this process never make a pause look shorter
 * than it was.
 */
export function pausesIn(log: readonly LoggedRequest[]): number[] {
  return log.slice(1).map(({ at }, place) => at - (log[place]?.leftAt ?? at));
}

/** Calls the sandbox's controls over its self-signed TLS. */
function callSandbox(port: number, method: string, path: string, body?: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { "x-sandbox": "1", "content-type": "application/json" };
    const call = request({ host: "127.0.0.1", port, method, path, headers, rejectUnauthorized: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const text = Buffer.concat(parts).toString("utf8");
        if (answer.statusCode !== 200) reject(new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 200)}`));
        else resolve(text === "" ? null : JSON.parse(text));
      });
    });
    call.on("error", reject);
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
