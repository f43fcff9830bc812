import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";

function start(args: string[], environment: Record<string, string> = {}) {
  return spawn(process.execPath, ["sandbox/carriers/main.ts", ...args], {
    env: { PATH: process.env["PATH"], NODE_ENV: "test", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** How a start ended: its code and what it said. */
async function ended(args: string[], environment: Record<string, string> = {}): Promise<{ code: unknown; said: string }> {
  const child = start(args, environment);
  let said = "";
  child.stderr.on("data", (part: Buffer) => (said += part.toString("utf8")));
  const [code] = (await once(child, "close")) as unknown[];
  return { code, said };
}

test("the process prints its port in the first line, stops on SIGTERM, and names the setting of a port in use", async () => {
  const child = start(["--port", "0"]);
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const port = Number(/^carriers: http:\/\/127\.0\.0\.1:(\d+)$/.exec(line)?.[1]);
  expect((await fetch(`http://127.0.0.1:${port}/_control/shipments`)).status).toBe(403);
  expect((await fetch(`http://127.0.0.1:${port}/_control/shipments`, { headers: { "x-sandbox": "1" } })).status).toBe(200);
  expect(await ended(["--port", String(port)])).toEqual({
    code: 1,
    said: `carriers: port ${port} is in use; choose another by --port, or CARRIERS_PORT for npm start\n`,
  });
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("it does not start with unknown flags or in production", async () => {
  const ends = await Promise.all([
    ended(["--what"]),
    ended(["--port", "70000"]),
    ended(["--per-second", "0"]),
    ended(["--port", "0"], { NODE_ENV: "production" }),
  ]);
  expect(ends.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
});
