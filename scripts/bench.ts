import { parseArgs } from "node:util";
import type { Bench, Figure } from "#tests/bench/bench.ts";
import { collectorPace } from "#tests/bench/collector-pace.bench.ts";
import { collectorParsing } from "#tests/bench/collector-parsing.bench.ts";
import { collectorTable } from "#tests/bench/collector-table.bench.ts";
import { collectorXlsx } from "#tests/bench/collector-xlsx.bench.ts";
import { handoverBenches } from "#tests/bench/handover.bench.ts";
import { neighbours } from "#tests/bench/neighbours.bench.ts";
import { ordersBenches } from "#tests/bench/orders.bench.ts";
import { plannerBenches } from "#tests/bench/planner.bench.ts";
import { publicPageLoads } from "#tests/bench/public.bench.ts";
import { proRenewals } from "#tests/bench/pro-renewals.bench.ts";
import { serverBeside } from "#tests/bench/server-beside.bench.ts";
import { serverGarbage } from "#tests/bench/server-garbage.bench.ts";
import { serverGrowth } from "#tests/bench/server-growth.bench.ts";
import { serverMemory } from "#tests/bench/server-memory.bench.ts";
import { serverReads } from "#tests/bench/server-reads.bench.ts";
import { serverRequests } from "#tests/bench/server-requests.bench.ts";
import { serverStart } from "#tests/bench/server-start.bench.ts";
import { stockBenches } from "#tests/bench/stock.bench.ts";
import { webKit } from "#tests/bench/web-kit.bench.ts";
import { webFeel, webPresses } from "#tests/bench/web.bench.ts";

/** All benches, by group: `npm run -s bench -- collector`, or one of a group: `npm run -s bench -- collector/xlsx`. */
const groups: Readonly<Record<string, readonly Bench[]>> = {
  collector: [collectorXlsx, collectorParsing, collectorTable, collectorPace],
  server: [serverRequests, serverReads, serverStart, serverMemory, serverBeside, serverGrowth, serverGarbage],
  neighbours: [neighbours],
  web: [webKit, webFeel, webPresses],
  pro: [proRenewals],
  public: [publicPageLoads],
  stock: stockBenches,
  planner: plannerBenches,
  orders: ordersBenches,
  handover: handoverBenches,
};

const names = Object.entries(groups).flatMap(([group, benches]) => [group, ...benches.map((bench) => `${group}/${bench.name}`)]);
const usage = `npm run -s bench -- NAME [--check] [--seconds N] [--rows N]\n\n  NAME       ${names.join(", ")}\n  --check    ends with 1 where a bound does not hold\n  --seconds  for each instance of a bench of the planner, for a quick pass\n  --rows     of the large table of the bench orders/lists, or waybills of the bench handover, for a quick pass\n`;

function chosen(name: string): readonly Bench[] {
  const [group = "", one] = name.split("/");
  return (groups[group] ?? []).filter((bench) => one === undefined || bench.name === one);
}

/** `xlsx time ratio 0.41 (bound 0.50) holds` */
function line({ name, value, bound, unit, holds }: Figure): string {
  const digits = unit === "ratio" || value < 10 ? 2 : 0;
  const bounds = unit === "ratio" ? 2 : Number(!Number.isInteger(bound));
  const amount = unit === "ratio" ? value.toFixed(digits) : `${value.toFixed(digits)} ${unit}`;
  return bound === null ? `  ${name} ${amount}` : `${name} ${amount} (bound ${bound.toFixed(bounds)}) ${holds ? "holds" : "DOES NOT HOLD"}`;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: "boolean" }, seconds: { type: "string" }, rows: { type: "string" }, help: { type: "boolean", short: "h" } },
});
const benches = positionals.flatMap(chosen);
if (values.help === true || benches.length === 0) {
  process.stdout.write(usage);
  process.exitCode = values.help === true ? 0 : 1;
}
const toNumber = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));
const options = { seconds: toNumber(values.seconds), rows: toNumber(values.rows) };
let allHold = true;
for (const bench of benches) {
  for (const figure of await bench.run(options)) {
    process.stdout.write(`${line(figure)}\n`);
    allHold &&= figure.holds;
  }
}
if (values.check === true && !allHold) process.exitCode = 1;
