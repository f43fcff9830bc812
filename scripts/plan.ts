import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createStepBudget, createTimeBudget } from "#server/outbound/planner/budget.ts";
import type { Budget } from "#server/outbound/planner/budget.ts";
import { chooseWave } from "#server/outbound/planner/choose-wave.ts";
import { planBatches } from "#server/outbound/planner/plan-batches.ts";
import { createRandom } from "#server/outbound/planner/random.ts";
import { parseBatchingFile } from "./plan/batching-file.ts";
import { formatWave, parseWavesFile } from "./plan/waves-file.ts";

const usage = `Plans published instances of two problems with the planner of waves.

  npm run -s plan -- batches FILE [--seconds N | --iterations N] [--seed S] [--out FILE]
  npm run -s plan -- waves FILE [--seconds N | --iterations N] [--seed S] [--out FILE]

  batches       groups the orders of a file (Henn and Wäscher) into tours, and prints their length;
                --out gets a tour a line: the numbers of its orders, from 0 on
  waves         chooses orders and aisles (SBPO 2025), and prints the pieces per aisle; --out gets a solution of the challenge
  --seconds     how long to search (10)
  --iterations  how far to search instead: the same seed and number give the same answer each time
  --seed        of the random numbers, a whole number (1)
`;

function readArguments() {
  const text = { type: "string" } as const;
  return parseArgs({
    allowPositionals: true,
    options: { seconds: text, iterations: text, seed: text, out: text, help: { type: "boolean", short: "h" } },
  });
}

/** @throws Error if the text is not a number from 0 on */
function readNumber(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value < 0) throw new Error(`plan: --${name} takes a number, not ${text}`);
  return value;
}

function createBudget(seconds: string, iterations: string | undefined): Budget {
  return iterations === undefined
    ? createTimeBudget(readNumber("seconds", seconds) * 1000, () => performance.now())
    : createStepBudget(readNumber("iterations", iterations));
}

function main(): void {
  const { values, positionals } = readArguments();
  const [command, file] = positionals;
  if (values.help === true || file === undefined || (command !== "batches" && command !== "waves")) {
    process.stdout.write(usage);
    process.exitCode = values.help === true ? 0 : 1;
    return;
  }
  const text = readFileSync(file, "utf8");
  const random = createRandom(readNumber("seed", values.seed ?? "1"));
  const budget = createBudget(values.seconds ?? "10", values.iterations);
  if (command === "batches") {
    const { batches, total } = planBatches(parseBatchingFile(text), { budget, random });
    if (values.out !== undefined) writeFileSync(values.out, batches.map((orders) => `${orders.join(" ")}\n`).join(""));
    process.stdout.write(`${total}\n`);
    return;
  }
  const wave = chooseWave(parseWavesFile(text), { budget, random });
  if (wave === null) throw new Error("plan: no wave of the pool has enough pieces");
  if (values.out !== undefined) writeFileSync(values.out, formatWave(wave));
  process.stdout.write(`${(wave.pieces / wave.aisles.length).toFixed(4)}\n`);
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
