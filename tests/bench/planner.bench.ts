import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTimeBudget } from "#server/outbound/planner/budget.ts";
import { chooseWave } from "#server/outbound/planner/choose-wave.ts";
import { planBatches } from "#server/outbound/planner/plan-batches.ts";
import { chooseNextWave, planWave } from "#server/outbound/planner/plan-wave.ts";
import { createRandom } from "#server/outbound/planner/random.ts";
import { parseBatchingFile } from "#scripts/plan/batching-file.ts";
import { formatWave, parseWavesFile } from "#scripts/plan/waves-file.ts";
import { atLeast, atMost, median, note } from "./bench.ts";
import type { Bench, Figure } from "./bench.ts";
import { checkBatches } from "./check-batches.ts";
import { createBatchingFile, createPool, createWave } from "./planner-data.ts";

const instances = fileURLToPath(new URL("../../../shared/bench/", import.meta.url));

/** A bench over published instances, which are not part of the project. */
function onInstances(name: string, measure: (seconds: number | undefined) => Figure[]): Bench {
  return {
    name,
    async run({ seconds }) {
      if (existsSync(instances)) return measure(seconds);
      console.log(`planner/${name} is skipped: ../shared/bench is absent`);
      return [];
    },
  };
}

/** Reads the rows of a CSV file, without its head. */
function readCsv(path: string): string[][] {
  const [, ...rows] = readFileSync(path, "utf8").trim().split("\n");
  return rows.map((row) => row.split(","));
}

/** Plans an instance, and measures the tours by the separate checker. Returns the first total too. */
function solveBatches(text: string, seconds: number, seed = 1): { total: number; first: number } {
  let first = Number.NaN;
  const { batches } = planBatches(parseBatchingFile(text), {
    budget: createTimeBudget(seconds * 1000, () => performance.now()),
    random: createRandom(seed),
    onImproved: (_, total) => (first = Number.isNaN(first) ? total : first),
  });
  return { first, total: checkBatches(text, batches.map((orders) => orders.join(" ")).join("\n")) };
}

function measureBatching(seconds = 10): Figure[] {
  const solved = readCsv(join(instances, "batching/bounds.csv")).map(([name = "", upper, lower]) => {
    const { total, first } = solveBatches(readFileSync(join(instances, `batching/${name}.txt`), "utf8"), seconds);
    return { ratio: total / Number(upper), first: first / Number(upper), isTooShort: total < Number(lower) - 0.01 };
  });
  const ratios = solved.map(({ ratio }) => ratio);
  return [
    atMost(`batches, walking to best known, median of ${solved.length} with ${seconds} s each`, median(ratios), 1.02),
    note("largest of them", Math.max(...ratios), "ratio"),
    note("median of the first answers", median(solved.map(({ first }) => first)), "ratio"),
    atMost("batches below their lower bound", solved.filter(({ isTooShort }) => isTooShort).length, 0, "instances"),
  ];
}

/** The reference is a run of four times as long with another seed: no bound is known for generated instances. */
function measureGenerated(seconds = 10): Figure[] {
  const ratios = Array.from({ length: 20 }, (_, at) => {
    const text = createBatchingFile(1000 + at);
    return solveBatches(text, seconds).total / solveBatches(text, 4 * seconds, 2).total;
  });
  return [
    atMost(`generated batches, walking to that of ${4 * seconds} s, median of 20 with ${seconds} s each`, median(ratios), 1.02),
    note("largest of them", Math.max(...ratios), "ratio"),
  ];
}

/** Checks a solution by the challenge's own checker. Returns its pieces per aisle. @throws Error if it is not feasible */
function checkWave(instance: string, solution: string): number {
  const folder = mkdtempSync(join(tmpdir(), "quayside-wave-"));
  try {
    const path = join(folder, "solution.txt");
    writeFileSync(path, solution);
    const { status, stdout } = spawnSync(process.execPath, [join(instances, "check-waves.mjs"), instance, path], { encoding: "utf8" });
    if (status !== 0) throw new Error(`planner: ${instance}: ${stdout}`);
    return Number(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measureWaves(seconds = 60): Figure[] {
  const known = new Map(readCsv(join(instances, "waves/best-known.csv")).map(([name = "", best]) => [name, Number(best)]));
  const files = readdirSync(join(instances, "waves")).filter((name) => known.has(name));
  const ratios = files.map((name) => {
    const path = join(instances, "waves", name);
    const wave = chooseWave(parseWavesFile(readFileSync(path, "utf8")), {
      budget: createTimeBudget(seconds * 1000, () => performance.now()),
      random: createRandom(1),
    });
    return wave === null ? 0 : checkWave(path, formatWave(wave)) / (known.get(name) ?? Number.NaN);
  });
  return [
    atLeast(`waves, pieces per aisle to best known, median of ${ratios.length} with ${seconds} s each`, median(ratios), 0.95),
    note("smallest of them", Math.min(...ratios), "ratio"),
  ];
}

/** Plans a wave of 500 orders as the product does, and compares it with a plan of 20 s. */
async function measureProduct(partitions: number): Promise<Figure[]> {
  const input = createWave(500, partitions);
  const start = performance.now();
  let firstAfter = Number.NaN;
  let firstMetres = Number.NaN;
  const { figures } = await planWave(input, {
    budgetMs: 1600,
    onImproved: (plan) => {
      if (!Number.isNaN(firstAfter)) return;
      firstAfter = (performance.now() - start) / 1000;
      firstMetres = plan.figures.walking_metres;
    },
  });
  const seconds = (performance.now() - start) / 1000;
  const long = await planWave({ ...input, seed: 2 }, { budgetMs: 20_000 });
  const name = `500 orders, ${partitions === 1 ? "one block" : `${partitions} blocks`}`;
  return [
    atMost(`${name}, planned`, seconds, 2, "s"),
    note("first plan", firstAfter, "s"),
    note("walking to that of the first plan", figures.walking_metres / firstMetres, "ratio"),
    note("walking to that of a plan of 20 s", figures.walking_metres / long.figures.walking_metres, "ratio"),
    note("walking to that of each order alone", figures.walking_metres / figures.metres_alone, "ratio"),
  ];
}

/** Chooses a wave from a large pool within a minute, and says what a sixth of the time gives. */
async function measurePool(): Promise<Figure[]> {
  const pool = createPool(50_000);
  const start = performance.now();
  let short = Number.NaN;
  const choice = await chooseNextWave(pool, {
    budgetMs: 50_000,
    onImproved: ({ pieces_per_aisle }) => {
      if (performance.now() - start < 10_000) short = pieces_per_aisle;
    },
  });
  const seconds = (performance.now() - start) / 1000;
  return [
    atMost("a wave from 50,000 orders, chosen", seconds, 60, "s"),
    note("its pieces per aisle", choice?.pieces_per_aisle ?? 0, "pieces"),
    note("after 10 s", short / (choice?.pieces_per_aisle ?? 0), "ratio"),
  ];
}

/** The planner of waves: published and generated instances, and what the product asks of it. */
export const plannerBenches: readonly Bench[] = [
  onInstances("batches", measureBatching),
  { name: "generated", run: async ({ seconds }) => measureGenerated(seconds) },
  onInstances("waves", measureWaves),
  { name: "product", run: async () => [...(await measureProduct(1)), ...(await measureProduct(2)), ...(await measurePool())] },
];
