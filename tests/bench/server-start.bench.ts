import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bench, Figure } from "./bench.ts";
import { atMost, median, note } from "./bench.ts";
import { benchData } from "./server-data.ts";
import { startServerProcess } from "./server-process.ts";

const times = 5;

/** A loopback address where the server creates no demo: it does so on 127.0.0.1 alone. */
const withoutDemo = { HOST: "127.0.0.2" };

/** Starts a server on an empty data folder. @returns seconds until /readyz says so */
async function startFirst(variables: Readonly<Record<string, string>>): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), "quayside-bench-"));
  try {
    const server = await startServerProcess("all", dataDir, variables);
    await server.stop();
    return server.readyMs / 1000;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A whole server (`all`, with the embedded PostgreSQL) on an existing data folder: from spawn to the first answer. Median of 5. And its first start, which creates the demo. */
export const serverStart: Bench = {
  name: "start",
  async run(): Promise<Figure[]> {
    const dataDir = await benchData();
    const started: number[] = [];
    const ready: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const server = await startServerProcess("all", dataDir);
      started.push(server.startedMs / 1000);
      ready.push(server.readyMs / 1000);
      await server.stop();
    }
    const [empty, demo] = [await startFirst(withoutDemo), await startFirst({})];
    return [
      atMost("first start with the demo, longer than without it", demo - empty, 3, "s"),
      note("first start without the demo", empty, "s"),
      atMost("server start on existing data, until /readyz says so", median(ready), 4, "s"),
      note("until it says that it started", median(started), "s"),
      note("slowest of five", Math.max(...ready), "s"),
    ];
  },
};
