import { setTimeout as sleep } from "node:timers/promises";
import type { Bench, Figure } from "./bench.ts";
import { atMost, note } from "./bench.ts";
import { benchData } from "./server-data.ts";
import { startServerProcess } from "./server-process.ts";

const idleMs = 20_000;

/** The memory of an idle process with all roles 20 s after its start, without PostgreSQL. */
export const serverMemory: Bench = {
  name: "memory",
  async run(): Promise<Figure[]> {
    const server = await startServerProcess("all", await benchData());
    try {
      const atStartMb = server.residentMb();
      await sleep(idleMs);
      return [atMost("resident memory of an idle server", server.residentMb(), 200, "MB"), note("right after its start", atStartMb, "MB")];
    } finally {
      await server.stop();
    }
  },
};
