import { setTimeout as sleep } from "node:timers/promises";
import type { Bench, Figure } from "./bench.ts";
import { atMost, note } from "./bench.ts";
import { benchData } from "./server-data.ts";
import { startServerProcess } from "./server-process.ts";

const idleMs = 20_000;

/** What a process that does everything holds while nobody wants anything of it, 20 s after its start; its PostgreSQL is not counted. */
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
