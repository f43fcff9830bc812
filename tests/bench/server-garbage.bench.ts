import { readFileSync } from "node:fs";
import { join } from "node:path";
import { retrieveAuditLog } from "#src/company/audit/audit.contract.ts";
import { listOrders } from "#src/outbound/orders/orders.contract.ts";
import type { Bench, Figure } from "./bench.ts";
import { atMost, note } from "./bench.ts";
import { benchData } from "./server-data.ts";
import { httpRound } from "./server-load.ts";
import { startServerProcess } from "./server-process.ts";
import { overHttp, pathOf, signInAs } from "./server-sign-in.ts";

const warmUpMs = 2000;
const roundMs = 4000;
const bytesInMb = 1e6;

/** Sums a figure of the minor collections in a text of V8's `--trace-gc-nvp`. */
function sumMinor(trace: string, figure: string): number {
  const minor = trace.split("\n").filter((line) => / gc=m?s /.test(line));
  return minor.reduce((sum, line) => sum + Number(new RegExp(` ${figure}=([\\d.]+)`).exec(line)?.[1] ?? 0), 0);
}

/**
 * How much of what requests allocate outlives a minor garbage collection. One connection has one request at a time, so nearly nothing should; what does is
 * moved among the old objects and collected with them, which a list's request paid with a fifth of its time (docs/gotchas.md).
 */
export const serverGarbage: Bench = {
  name: "garbage",
  async run(): Promise<Figure[]> {
    const dataDir = await benchData();
    const server = await startServerProcess("web", dataDir, {}, ["--trace-gc", "--trace-gc-nvp"]);
    try {
      const { access_token, csrf_token } = await signInAs({ username: "provider01", area: "p" }, overHttp(server.origin));
      const headers = { authorization: `Bearer ${access_token}`, "x-csrf-token": csrf_token };
      const figures: Figure[] = [];
      for (const call of [listOrders, retrieveAuditLog]) {
        const load = (ms: number) => httpRound(`${server.origin}${pathOf(call)}?page_size=50`, headers, 1, ms);
        await load(warmUpMs);
        const before = readFileSync(join(dataDir, "server-bench.log")).length;
        const { timesMs } = await load(roundMs);
        const trace = readFileSync(join(dataDir, "server-bench.log")).subarray(before).toString();
        const allocated = sumMinor(trace, "allocated");
        figures.push(
          atMost(
            `${call.name}, share of what is allocated that outlives a minor collection`,
            sumMinor(trace, "new_space_survived") / allocated,
            0.05,
          ),
          note(`${call.name}, allocated`, allocated / timesMs.length / bytesInMb, "MB a request"),
          note(`${call.name}, minor collections`, sumMinor(trace, "pause") / timesMs.length, "ms a request"),
        );
      }
      return figures;
    } finally {
      await server.stop();
    }
  },
};
