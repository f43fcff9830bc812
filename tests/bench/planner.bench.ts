import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chooseNextWave, planWave } from "#server/outbound/planner/plan-wave.ts";
import { atLeast, atMost, median, note } from "./bench.ts";
import type { Bench, Figure } from "./bench.ts";
import { checkBatches } from "./check-batches.ts";
import { createBatchingFile, createPool, createWave } from "./planner-data.ts";

const instances = fileURLToPath(new URL("../../../shared/bench/", import.meta.url));
const planScript = fileURLToPath(new URL("../../scripts/plan.ts", import.meta.url));

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

/** Runs work with a folder of its own, which is removed afterwards. */
function withFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "quayside-plan-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Plans a file by the project's command. @returns what it wrote with `--out` @throws Error with its message if it fails */
function runPlan(command: "batches" | "waves", file: string, { seconds, seed = 1 }: { seconds: number; seed?: number }): string {
  return withFolder((folder) => {
    const out = join(folder, "out.txt");
    const args = [command, file, "--seconds", String(seconds), "--seed", String(seed), "--out", out];
    const { status, stderr } = spawnSync(process.execPath, [planScript, ...args], { encoding: "utf8" });
    if (status !== 0) throw new Error(`planner: ${file}: ${stderr}`);
    return readFileSync(out, "utf8");
  });
}

function measureBatching(seconds = 10): Figure[] {
  const solved = readCsv(join(instances, "batching/bounds.csv")).map(([name = "", upper, lower]) => {
    const file = join(instances, `batching/${name}.txt`);
    const total = checkBatches(readFileSync(file, "utf8"), runPlan("batches", file, { seconds }));
    return { ratio: total / Number(upper), isTooShort: total < Number(lower) - 0.01 };
  });
  const ratios = solved.map(({ ratio }) => ratio);
  return [
    atMost(`batches, walking to best known, median of ${solved.length} with ${seconds} s each`, median(ratios), 1.02),
    note("largest of them", Math.max(...ratios), "ratio"),
    atMost("batches below their lower bound", solved.filter(({ isTooShort }) => isTooShort).length, 0, "instances"),
  ];
}

/** The reference is a run of four times as long with another seed: no bound is known for generated instances. */
function measureGenerated(seconds = 10): Figure[] {
  const ratios = Array.from({ length: 20 }, (_, at) =>
    withFolder((folder) => {
      const text = createBatchingFile(1000 + at);
      const file = join(folder, "instance.txt");
      writeFileSync(file, text);
      const measure = (how: { seconds: number; seed?: number }) => checkBatches(text, runPlan("batches", file, how));
      return measure({ seconds }) / measure({ seconds: 4 * seconds, seed: 2 });
    }),
  );
  return [
    atMost(`generated batches, walking to that of ${4 * seconds} s, median of 20 with ${seconds} s each`, median(ratios), 1.02),
    note("largest of them", Math.max(...ratios), "ratio"),
  ];
}

/** Checks a solution by the challenge's own checker. Returns its pieces per aisle. @throws Error if it is not feasible */
function checkWave(instance: string, solution: string): number {
  return withFolder((folder) => {
    const path = join(folder, "solution.txt");
    writeFileSync(path, solution);
    const { status, stdout } = spawnSync(process.execPath, [join(instances, "check-waves.mjs"), instance, path], { encoding: "utf8" });
    if (status !== 0) throw new Error(`planner: ${instance}: ${stdout}`);
    return Number(stdout);
  });
}

function measureWaves(seconds = 60): Figure[] {
  const known = new Map(readCsv(join(instances, "waves/best-known.csv")).map(([name = "", best]) => [name, Number(best)]));
  const files = readdirSync(join(instances, "waves")).filter((name) => known.has(name));
  const ratios = files.map((name) => {
    const path = join(instances, "waves", name);
    return checkWave(path, runPlan("waves", path, { seconds })) / (known.get(name) ?? Number.NaN);
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
