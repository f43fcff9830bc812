import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { home } from "#src/company/accounts/accounts.contract.ts";
import type { signIn } from "#src/company/accounts/accounts.contract.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { retrieveAuditLog } from "#src/company/audit/audit.contract.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { startEmbeddedPostgres } from "#server/platform/db/embedded.ts";
import { demoPassword } from "#server/demo.ts";
import { hashPassword, verifyPassword } from "#server/platform/runtime/passwords.ts";
import type { Bench, Figure } from "./bench.ts";
import { atMost, note } from "./bench.ts";
import { auditRows, benchData } from "./server-data.ts";
import { httpRound, sqlRound } from "./server-load.ts";
import type { Around } from "./server-load.ts";
import { startServerProcess } from "./server-process.ts";
import { atOnce, described, inTurn, percentileMs, ratios } from "./server-round.ts";
import { dataOf, overHttp, pathOf, signInAs, visitors } from "./server-sign-in.ts";
import type { Send } from "./server-sign-in.ts";
import { newEachTime, overhear, sameEachTime } from "./server-statements.ts";
import type { Overheard, Script, Statement } from "./server-statements.ts";

const pageSize = 50;
const deepPage = Math.floor((auditRows * 0.9) / pageSize);

/** Where the rounds are run. */
interface Ground {
  origin: string;
  /** bare clients, as many as the HTTP side has connections */
  clients: readonly pg.ClientBase[];
  overheard: Overheard;
  session: OutputOf<typeof signIn>;
}

function authorised({ access_token, csrf_token }: OutputOf<typeof signIn>): Record<string, string> {
  return { authorization: `Bearer ${access_token}`, "x-csrf-token": csrf_token };
}

function within(app: FastifyInstance): Send {
  return async (method, url, payload) => {
    const headers = payload === undefined ? {} : { "content-type": "application/json" };
    const reply = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    return reply.body;
  };
}

/** Measures fetching the key, sealing and signing in as a whole, and separately the password hash. */
async function signInFigures({ origin, clients, overheard }: Ground): Promise<Figure[]> {
  const scripts: Script[] = [];
  for (const visitor of visitors) {
    const signIn = () => signInAs(visitor, within(overheard.app));
    const heard = () => overheard.statementsOf(signIn);
    // The first sign-in of a window finds no counters; all that are measured find some.
    await signIn();
    scripts.push(newEachTime(await heard(), await heard()));
  }
  const kept = await hashPassword(demoPassword);
  const send = overHttp(origin);
  const { http, sql, argon2 } = await inTurn({
    http: (ms) => atOnce(visitors.length, ms, async (at) => signInAs(visitors[at] ?? { username: "", area: "p" }, send)),
    sql: (ms) => sqlRound(clients, (client) => scripts[client] ?? (() => []), ms),
    argon2: (ms) => atOnce(visitors.length, ms, () => verifyPassword(kept, demoPassword)),
  });
  const { latency, throughput } = ratios({ http, sql });
  return [
    note("sign-in, latency p50 against its SQL", latency, "ratio"),
    note("sign-in, throughput against its SQL", throughput, "ratio"),
    note(
      "sign-in, latency p50 against argon2 and its SQL",
      percentileMs(http, 50) / (percentileMs(argon2, 50) + percentileMs(sql, 50)),
      "ratio",
    ),
    ...described("sign-in", http),
    ...described("its SQL by bare clients", sql),
    ...described("argon2 alone", argon2),
  ];
}

async function heardOf({ overheard, session }: Ground, path: string): Promise<Statement[]> {
  return overheard.statementsOf(async () => {
    const reply = await overheard.app.inject({ method: "GET", url: path, headers: authorised(session) });
    dataOf(reply.body);
  });
}

async function homeFigures(ground: Ground): Promise<Figure[]> {
  const { origin, clients, session } = ground;
  const script = sameEachTime(await heardOf(ground, pathOf(home)));
  const { http, sql } = await inTurn({
    http: (ms) => httpRound(origin + pathOf(home), authorised(session), clients.length, ms),
    sql: (ms) => sqlRound(clients, () => script, ms),
  });
  const { latency, throughput } = ratios({ http, sql });
  return [
    note("GET /home/, latency p50 against its SQL", latency, "ratio"),
    note("GET /home/, throughput against its SQL", throughput, "ratio"),
    ...described("GET /home/", http),
    ...described("its SQL by bare clients", sql),
  ];
}

/** Extracts the statement that reads the page's rows, in a transaction with the session's identity. */
function selectAlone(heard: readonly Statement[]): { script: Script; around: Around } {
  const select = heard.filter(({ rowCount }) => rowCount === pageSize + 1);
  const [begin, enter] = heard;
  const commit = heard.at(-1);
  if (select.length !== 1 || !begin || !enter || !commit) throw new Error("bench: not the statements of a list");
  return { script: sameEachTime(select), around: { before: [begin, enter], after: [commit] } };
}

async function listFigures(ground: Ground, name: string, query: string): Promise<Figure[]> {
  const { origin, clients, session } = ground;
  const path = `${pathOf(retrieveAuditLog)}?page_size=${pageSize}${query}`;
  const heard = await heardOf(ground, path);
  const { script, around } = selectAlone(heard);
  const { http, sql, select } = await inTurn({
    http: (ms) => httpRound(origin + path, authorised(session), clients.length, ms),
    sql: (ms) => sqlRound(clients, () => sameEachTime(heard), ms),
    select: (ms) => sqlRound(clients, () => script, ms, around),
  });
  const { latency, throughput } = ratios({ http, sql });
  return [
    atMost(`${name}, latency p50 against its SQL`, latency, 2.5),
    atMost(`${name}, throughput against its SQL`, throughput, 2.5),
    note(`${name}, latency p50 against its SELECT alone`, percentileMs(http, 50) / percentileMs(select, 50), "ratio"),
    ...described(name, http),
    ...described("its SQL by bare clients", sql),
    ...described("its SELECT alone", select),
  ];
}

async function figuresOf(ground: Ground): Promise<Figure[]> {
  const asked = await ground.overheard.app.inject({
    method: "GET",
    url: `${pathOf(retrieveAuditLog)}?page_size=${pageSize}&cur_page=${deepPage}`,
    headers: authorised(ground.session),
  });
  const { next_cursor } = dataOf<typeof retrieveAuditLog>(asked.body);
  return [
    ...(await signInFigures(ground)),
    ...(await homeFigures(ground)),
    ...(await listFigures(ground, "audit list, first page", "")),
    ...(await listFigures(ground, "audit list, past row 900,000 by cursor", `&cursor=${next_cursor}`)),
    ...(await listFigures(ground, "audit list, row 900,000 by cur_page", `&cur_page=${deepPage}`)),
  ];
}

/**
 * A real server process over HTTP compared with the same statements sent by bare `pg` clients: same concurrency, alternating, on the same database.
 */
export const serverRequests: Bench = {
  name: "requests",
  async run(): Promise<Figure[]> {
    const dataDir = await benchData();
    const undo: (() => Promise<unknown>)[] = [];
    try {
      const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
      undo.push(postgres.stop);
      const server = await startServerProcess("web", dataDir, { DATABASE_URL: postgres.ownerUrl, APP_DATABASE_URL: postgres.appUrl });
      undo.push(server.stop);
      const overheard = await overhear(dataDir, postgres.appUrl);
      undo.push(overheard.close);
      const bare = openDatabase(postgres.appUrl, { connections: visitors.length });
      const clients = await Promise.all(visitors.map(() => bare.pool.connect()));
      undo.push(async () => {
        for (const client of clients) client.release();
        await bare.close();
      });
      const [visitor] = visitors;
      if (visitor === undefined) throw new Error("bench: nobody is there to sign in");
      const session = await signInAs(visitor, overHttp(server.origin));
      const figures = await figuresOf({ origin: server.origin, clients, overheard, session });
      return [...figures, note("resident memory of the server after all of it", server.residentMb(), "MB")];
    } finally {
      for (const step of undo.toReversed()) await step();
    }
  },
};
