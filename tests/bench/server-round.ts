import type { Figure } from "./bench.ts";
import { note } from "./bench.ts";

/** A measured stretch of work: the time of each piece, and the total with several at once. */
export interface Round {
  readonly timesMs: readonly number[];
  readonly seconds: number;
}

/** Merges rounds of the same kind. */
function together(rounds: readonly Round[]): Round {
  return { timesMs: rounds.flatMap(({ timesMs }) => timesMs), seconds: rounds.reduce((sum, { seconds }) => sum + seconds, 0) };
}

/** Returns how many pieces were done in a second. */
export function perSecond({ timesMs, seconds }: Round): number {
  return timesMs.length / seconds;
}

/** Returns the percentile of the pieces' times in ms. */
export function percentileMs({ timesMs }: Round, percent: number): number {
  const sorted = timesMs.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
}

/** Repeats `work` with `workers` at once for a duration; pieces in progress are finished and counted. */
export async function atOnce(workers: number, durationMs: number, work: (worker: number) => Promise<unknown>): Promise<Round> {
  const timesMs: number[] = [];
  const begun = performance.now();
  const loop = async (worker: number) => {
    for (let from = performance.now(); from - begun < durationMs; from = performance.now()) {
      await work(worker);
      timesMs.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_none, worker) => loop(worker)));
  return { timesMs, seconds: (performance.now() - begun) / 1000 };
}

/** How long the rounds are, and how many. */
export interface Pace {
  readonly warmUpMs: number;
  readonly roundMs: number;
  readonly rounds: number;
}

const usualPace: Pace = { warmUpMs: 300, roundMs: 500, rounds: 10 };

/** Runs the sides alternately in short rounds, so that noise affects all alike; each is warmed up first. */
export async function inTurn<N extends string>(
  sides: Readonly<Record<N, (durationMs: number) => Promise<Round>>>,
  { warmUpMs, roundMs, rounds }: Pace = usualPace,
): Promise<Record<N, Round>> {
  const names = Object.keys(sides) as N[];
  const done: [N, Round][] = [];
  for (const name of names) await sides[name](warmUpMs);
  for (let round = 0; round < rounds; round += 1) for (const name of names) done.push([name, await sides[name](roundMs)]);
  const all = (name: N) => together(done.filter(([side]) => side === name).map(([, round]) => round));
  return Object.fromEntries(names.map((name) => [name, all(name)])) as Record<N, Round>;
}

/** Returns requests per second, and the median and 99th percentile times. */
export function described(name: string, round: Round): Figure[] {
  return [
    note(name, perSecond(round), "a second"),
    note(`${name}, p50`, percentileMs(round, 50), "ms"),
    note(`${name}, p99`, percentileMs(round, 99), "ms"),
  ];
}

/** Returns the ratios of median times and throughput between requests and their SQL. */
export function ratios({ http, sql }: { http: Round; sql: Round }): { latency: number; throughput: number } {
  return { latency: percentileMs(http, 50) / percentileMs(sql, 50), throughput: perSecond(sql) / perSecond(http) };
}
