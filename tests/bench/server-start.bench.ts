import type { Bench, Figure } from "./bench.ts";
import { atMost, median, note } from "./bench.ts";
import { benchData } from "./server-data.ts";
import { startServerProcess } from "./server-process.ts";

const times = 5;

/** A whole server (`all`, with the embedded PostgreSQL) on an existing data folder: from spawn to the first answer. Median of 5. */
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
    return [
      atMost("server start on existing data, until /readyz says so", median(ready), 4, "s"),
      note("until it says that it started", median(started), "s"),
      note("slowest of five", Math.max(...ready), "s"),
    ];
  },
};
