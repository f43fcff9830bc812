import type pg from "pg";
import { atMost, median, note } from "./bench.ts";
import type { Figure } from "./bench.ts";
import { readProcessorMs } from "./processor-time.ts";
import type { Read } from "./read.ts";
import { actOn, getAddress, askPrepared } from "./reads-ground.ts";
import type { Principal } from "./reads-ground.ts";
import { checkReference } from "./reads-check.ts";
import { omitTotal } from "./reads-sql.ts";
import type { BareRoutes } from "./reads-bare-routes.ts";
import { httpRound, httpSequence } from "./server-load.ts";
import { atOnce, described, inTurn, percentileMs } from "./server-round.ts";
import type { Pace, Round } from "./server-round.ts";
import { dataOf } from "./server-sign-in.ts";
import type { Overheard } from "./server-statements.ts";

/** Where reads are measured. */
export interface ReadsGround {
  readonly origin: string;
  readonly serverPid: number;
  /** PostgreSQL's first process */
  readonly postgresPid: number;
  /** bare, with the settings of the server's connections */
  readonly client: pg.ClientBase;
  readonly overheard: Overheard;
  readonly bare: BareRoutes;
  readonly principalOf: (as: Read["as"]) => Principal;
}

const pace: Pace = { warmUpMs: 100, roundMs: 200, rounds: 4 };
/** A slow read is measured longer, for some requests of each connection. */
const [leastLoadMs, mostLoadMs, timesOfLoad] = [1500, 6000, 30];
const manyConnections = 10;
const nothing: Round = { timesMs: [], seconds: 0 };
const leastRequests = 3;
const triesOfPlan = 7;

/** Returns a read's name in figures. */
export function formatName({ call, label }: Read): string {
  return label === undefined ? call.name : `${call.name}, ${label}`;
}

/** Runs work in a transaction of the read's principal. */
async function within<T>({ client, principalOf }: ReadsGround, { as }: Read, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    await actOn(client, principalOf(as));
    return await work();
  } finally {
    await client.query("rollback");
  }
}

/** @returns whether the answer has a total that is an estimate */
async function check(ground: ReadsGround, read: Read): Promise<boolean> {
  const reply = await fetch(ground.origin + getAddress(read), { headers: ground.principalOf(read.as).headers });
  const answer = dataOf(await reply.text());
  const { rows } = await within(ground, read, () => askPrepared(ground.client, read));
  checkReference(read, answer, rows);
  return typeof answer === "object" && answer !== null && "total_is_exact" in answer && answer.total_is_exact === false;
}

/**
 * Sets the plan mode that is faster for a prepared statement, for this transaction: planning each time costs up to 30 ms because of the policies of
 * row-level security, but some plans for any values are worse than that. The author of one statement would choose.
 */
async function chooseFasterPlan(client: pg.ClientBase, read: Read): Promise<void> {
  const use = (mode: string) => client.query(`set local plan_cache_mode = ${mode}`);
  const times: Record<string, number[]> = { force_custom_plan: [], force_generic_plan: [] };
  for (let time = 0; time < triesOfPlan; time += 1)
    for (const [mode, round] of Object.entries(times)) {
      await use(mode);
      const begun = performance.now();
      await askPrepared(client, read);
      round.push(performance.now() - begun);
    }
  const [fastest] = Object.entries(times).toSorted(([, one], [, other]) => median(one) - median(other));
  await use(fastest?.[0] ?? "auto");
}

/** What is known of a read before it is measured. */
interface Known {
  /** of one request */
  readonly usualMs: number;
  /** whether its total is an estimate, which the reference counts all the same */
  readonly isEstimated: boolean;
}

/**
 * Compares the request over one connection with its prepared statement on one client, alternately. Requests of a round are counted and not timed, so that
 * none is aborted. Where the answer has an estimate for a total, the statement without its total is measured too: counting is most of what it does. A bare
 * Fastify route over the same statement shows what of the ratio is HTTP and JSON alone.
 */
async function compareLatency(ground: ReadsGround, read: Read, { usualMs, isEstimated }: Known): Promise<Figure[]> {
  const { origin, client, bare: routes, principalOf } = ground;
  const { headers } = principalOf(read.as);
  const repeat = (url: string, beginning?: string) => (ms: number) =>
    httpSequence(url, headers, Math.max(leastRequests, Math.round(ms / usualMs)), beginning);
  const alone: Read = { ...read, label: "rows", text: omitTotal(read.text) };
  const ask = (asked: Read) => (ms: number) => atOnce(1, ms, () => askPrepared(client, asked));
  const { http, sql, bare, rows } = await within(ground, read, async () => {
    await chooseFasterPlan(client, read);
    const sides = { http: repeat(origin + getAddress(read)), sql: ask(read), bare: repeat(routes.getUrl(read), "[{") };
    return inTurn({ ...sides, rows: isEstimated ? ask(alone) : () => Promise.resolve(nothing) }, pace);
  });
  const name = formatName(read);
  const against = (round: Round) => percentileMs(http, 50) / percentileMs(round, 50);
  return [
    atMost(`${name}, latency p50 against its prepared statement`, against(sql), 1.6),
    ...(isEstimated ? [note(`${name}, latency p50 against the statement without its total`, against(rows), "ratio")] : []),
    note(`${name}, a bare Fastify route against the prepared statement`, percentileMs(bare, 50) / percentileMs(sql, 50), "ratio"),
    note(`${name}, latency p50 against the bare route`, against(bare), "ratio"),
    note(`${name}, p50 at one connection`, percentileMs(http, 50), "ms"),
    note(`${name}, its prepared statement, p50`, percentileMs(sql, 50), "ms"),
  ];
}

/** Sends a read over ten connections. */
export async function loadRead(
  { origin, principalOf }: Pick<ReadsGround, "origin" | "principalOf">,
  read: Read,
  ms: number,
): Promise<Round> {
  return httpRound(origin + getAddress(read), principalOf(read.as).headers, manyConnections, ms);
}

/** Measures a read over ten connections, and the processor time that it takes of the server and of PostgreSQL. */
async function measureLoad(ground: ReadsGround, read: Read, { usualMs }: Known): Promise<Figure[]> {
  const name = formatName(read);
  const loadMs = Math.min(mostLoadMs, Math.max(leastLoadMs, usualMs * timesOfLoad));
  await loadRead(ground, read, pace.roundMs);
  const before = { server: readProcessorMs(ground.serverPid), postgres: readProcessorMs(ground.postgresPid) };
  const round = await loadRead(ground, read, loadMs);
  const serverMs = readProcessorMs(ground.serverPid) - before.server;
  const postgresMs = readProcessorMs(ground.postgresPid) - before.postgres;
  const requests = round.timesMs.length;
  const bare = await httpRound(ground.bare.getUrl(read), {}, manyConnections, loadMs, "[{");
  return [
    ...described(`${name}, 10 connections`, round),
    atMost(`${name}, 10 connections, p99 against p50`, percentileMs(round, 99) / percentileMs(round, 50), 3),
    // What of that is the machine's: the cores are shared with PostgreSQL and the load generator.
    note(`${name}, a bare Fastify route, 10 connections, p99 against p50`, percentileMs(bare, 99) / percentileMs(bare, 50), "ratio"),
    note(`${name}, processor time of the server`, serverMs / requests, "ms a request"),
    note(`${name}, processor time of PostgreSQL`, postgresMs / requests, "ms a request"),
    note(`${name}, the server's share of both`, serverMs / (serverMs + postgresMs), "ratio"),
  ];
}

/** Counts the statements and round trips of a request, with the begin and the commit, once the connection has seen it before. */
async function countStatements({ overheard, principalOf }: ReadsGround, read: Read): Promise<Figure[]> {
  const get = () => overheard.app.inject({ method: "GET", url: getAddress(read), headers: principalOf(read.as).headers });
  await get();
  const before = { ...overheard.traffic };
  dataOf((await get()).body);
  const name = formatName(read);
  return [
    note(`${name}, statements`, overheard.traffic.statements - before.statements, "a request"),
    note(`${name}, round trips`, overheard.traffic.roundTrips - before.roundTrips, "a request"),
  ];
}

/**
 * Checks what the references of reads return, before any is measured.
 * @returns of each read whether the total of its answer is an estimate
 * @throws Error naming each read whose reference does not return what its answer shows
 */
export async function checkReferences(ground: ReadsGround, reads: readonly Read[]): Promise<ReadonlyMap<Read, boolean>> {
  const isEstimated = new Map<Read, boolean>();
  const failures: string[] = [];
  for (const read of reads)
    try {
      isEstimated.set(read, await check(ground, read));
    } catch (error) {
      failures.push(`${formatName(read)}: ${String(error)}`);
    }
  if (failures.length > 0) throw new Error(failures.join("\n"));
  return isEstimated;
}

/** Measures a read against its reference. */
export async function measureRead(ground: ReadsGround, read: Read, isEstimated: boolean): Promise<Figure[]> {
  const usual = await httpSequence(ground.origin + getAddress(read), ground.principalOf(read.as).headers, leastRequests);
  const known: Known = { usualMs: percentileMs(usual, 50), isEstimated };
  return [
    ...(await compareLatency(ground, read, known)),
    ...(await measureLoad(ground, read, known)),
    ...(await countStatements(ground, read)),
  ];
}
