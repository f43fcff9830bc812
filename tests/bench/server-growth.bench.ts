import pg from "pg";
import { retrieveAuditLog } from "#src/company/audit/audit.contract.ts";
import { startEmbeddedPostgres } from "#server/platform/db/embedded.ts";
import type { Bench, Figure } from "./bench.ts";
import { atMost, note } from "./bench.ts";
import { makeDataFolder, withOwner } from "./data-folder.ts";
import type { NewFolder } from "./data-folder.ts";
import { httpRound } from "./server-load.ts";
import { startServerProcess } from "./server-process.ts";
import { percentileMs } from "./server-round.ts";
import { overHttp, pathOf, signInAs } from "./server-sign-in.ts";

const fewRows = 1_000;
const manyRows = 1_000_000;
const rowsAtOnce = 100_000;
const connections = 10;
const warmUpMs = 500;
const noticeMs = 15_000;
const roundMs = 3_000;

const rows = `
  insert into audit_log (provider_uuid, audit_uuid, at, user_uuid, action, subject_type, detail, person_digest)
  select $1, id, uuid_extract_timestamp(id), $1, 'accounts.change', 'session', jsonb_build_object('number', n), sha256(uuid_send(id))
  from (select n, uuidv7(make_interval(secs => n - $3::bigint)) as id from generate_series($2::bigint, $3::bigint - 1) n) numbered`;

/** Adds rows of a provider's log as the application does, so that no change of a table makes PostgreSQL plan again. */
async function grow(appUrl: string, providerUuid: string, until: number, from: number): Promise<void> {
  const client = new pg.Client({ connectionString: appUrl, options: "-c role=quayside_app -c app.kind=provider" });
  await client.connect();
  try {
    await client.query("select set_config('app.provider', $1, false)", [providerUuid]);
    for (let at = from; at < until; at += rowsAtOnce) await client.query(rows, [providerUuid, at, Math.min(at + rowsAtOnce, until)]);
  } finally {
    await client.end();
  }
}

/** Returns the median of the log's first page over ten kept connections. */
async function measureList(origin: string, warmUp = warmUpMs): Promise<number> {
  const session = await signInAs({ username: "provider01", area: "p" }, overHttp(origin));
  const headers = { authorization: `Bearer ${session.access_token}`, "x-csrf-token": session.csrf_token };
  const url = `${origin}${pathOf(retrieveAuditLog)}?page_size=50`;
  await httpRound(url, headers, connections, warmUp);
  return percentileMs(await httpRound(url, headers, connections, roundMs), 50);
}

async function measure({ dataDir, providerUuid }: NewFolder): Promise<Figure[]> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, flags: ["autovacuum=off"] });
  const urls = { DATABASE_URL: postgres.ownerUrl, APP_DATABASE_URL: postgres.appUrl };
  const server = await startServerProcess("web", dataDir, urls);
  const measureNew = async () => {
    const fresh = await startServerProcess("web", dataDir, urls);
    try {
      return await measureList(fresh.origin);
    } finally {
      await fresh.stop();
    }
  };
  try {
    await grow(postgres.appUrl, providerUuid, fewRows, 0);
    const few = await measureList(server.origin);
    await grow(postgres.appUrl, providerUuid, manyRows, fewRows);
    // The first request of each connection is slow, and has the statement planned again.
    const grown = await measureList(server.origin, noticeMs);
    // As autovacuum does within a minute.
    await withOwner(postgres.ownerUrl, (client) => client.query("vacuum (analyze) audit_log"));
    const analysed = await measureList(server.origin);
    const planned = await measureNew();
    return [
      atMost("the log grown to 1,000,000 rows on the same connections, p50 against connections that are new", analysed / planned, 1.3),
      note("1,000 rows, p50", few, "ms"),
      note("1,000,000 rows without statistics, same connections, p50", grown, "ms"),
      note("... with statistics, same connections, p50", analysed, "ms"),
      note("... new connections, p50", planned, "ms"),
    ];
  } finally {
    await server.stop();
    await postgres.stop();
  }
}

/** A list at 1,000 and at 1,000,000 rows with the same connections, whose prepared statements were planned when it was short. */
export const serverGrowth: Bench = {
  name: "growth",
  async run(): Promise<Figure[]> {
    const folder = await makeDataFolder("quayside-growth-bench-", async (made) => made);
    return measure(folder);
  },
};
