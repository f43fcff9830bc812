import autocannon from "autocannon";
import type pg from "pg";
import type { Round } from "./server-round.ts";
import { atOnce } from "./server-round.ts";
import type { Script, Statement } from "./server-statements.ts";

const pauseMs = 100;

/**
 * GETs one address over kept connections, each repeating as soon as it is answered.
 * @param beginning of a successful answer
 * @throws Error if an answer is not a success
 */
export async function httpRound(
  url: string,
  headers: Record<string, string>,
  connections: number,
  durationMs: number,
  beginning?: string,
): Promise<Round> {
  const round = await getRepeatedly({ url, headers, connections, duration: durationMs / 1000 }, beginning);
  // Aborted requests are still running on the server.
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  return round;
}

/**
 * GETs one address over one connection, so many times.
 * @param beginning of a successful answer
 * @throws Error if an answer is not a success
 */
export function httpSequence(url: string, headers: Record<string, string>, count: number, beginning?: string): Promise<Round> {
  return getRepeatedly({ url, headers, connections: 1, amount: count }, beginning);
}

async function getRepeatedly(options: autocannon.Options, beginning = '{"code":200,'): Promise<Round> {
  const timesMs: number[] = [];
  const begun = performance.now();
  let last = begun;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      { ...options, sampleInt: pauseMs, verifyBody: (body) => String(body).startsWith(beginning) },
      (error: Error | null, done) => (error === null ? resolve(done) : reject(error)),
    );
    instance.on("response", (_client, _status, _bytes, timeMs) => {
      timesMs.push(timeMs);
      last = performance.now();
    });
  });
  if (result.errors + result.non2xx + result.mismatches > 0) throw new Error(`bench: ${options.url}: an answer was no success`);
  return { timesMs, seconds: (last - begun) / 1000 };
}

/** Statements before and after the timed ones, on each client. */
export interface Around {
  before: readonly Statement[];
  after: readonly Statement[];
}

/** Runs a script over bare clients, one connection each, statement by statement like the server. */
export async function sqlRound(
  clients: readonly pg.ClientBase[],
  scriptOf: (client: number) => Script,
  durationMs: number,
  around: Around = { before: [], after: [] },
): Promise<Round> {
  const send = async (client: pg.ClientBase | undefined, statements: readonly Statement[]) => {
    for (const statement of statements) await ask(client, statement);
  };
  await Promise.all(clients.map((client) => send(client, around.before)));
  const round = await atOnce(clients.length, durationMs, (worker) => send(clients[worker], scriptOf(worker)()));
  await Promise.all(clients.map((client) => send(client, around.after)));
  return round;
}

const names = new Map<string, string>();

/** Sends a statement prepared, as the server does; utility commands have nothing to prepare. */
async function ask(client: pg.ClientBase | undefined, { text, values, rowCount }: Statement): Promise<void> {
  const name = names.get(text) ?? `bench${names.size + 1}`;
  names.set(text, name);
  const isUtility = /^(?:begin|commit|savepoint|release|rollback)/.test(text);
  const result = await client?.query({ text, values: [...values], ...(isUtility ? {} : { name }) });
  if (result?.rowCount !== rowCount) throw new Error(`bench: not what the server got (${result?.rowCount} rows): ${text}`);
}
