import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import Papa from "papaparse";
import pg from "pg";
import { expect } from "vitest";
import { WebSocket } from "ws";
import { requestPasswordReset } from "#src/company/accounts/accounts.contract.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import { connectSocket } from "#src/kit/api/socket-client.ts";
import type { SocketOptions, SocketState } from "#src/kit/api/socket-client.ts";
import { exportAuditLog } from "#src/company/audit/audit.contract.ts";
import { downloadsChanged, listDownloads } from "#src/company/downloads/downloads.contract.ts";
import { getFileIndependently } from "#src/kit/files/files.contract.ts";
import { addContact, contactInfo } from "#src/company/key-information/key-information.contract.ts";
import { inviteOperator, listOperators } from "#src/company/operators/operators.contract.ts";
import { createSite, listSites } from "#src/company/sites/sites.contract.ts";
import { until } from "#tests/e2e/until.ts";
import type { Done } from "./load-process.ts";
import type { SignedIn } from "./people-process.ts";

/** Where the truth is looked up. */
export interface Place {
  readonly dataDir: string;
  /** the owner's database URL */
  ownerUrl(): string;
}

/** Queries the database as the platform. */
export async function rowsOf<R extends pg.QueryResultRow>(
  { ownerUrl }: Pick<Place, "ownerUrl">,
  sql: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ connectionString: ownerUrl() });
  await client.connect();
  try {
    await client.query("select set_config('app.kind', 'platform', false)");
    return (await client.query<R>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** What a person's socket received over any number of connections. */
export interface Ear {
  readonly as: SignedIn;
  readonly heard: object[];
  /** the number of connections, and whether something was lost for good */
  connections(): number;
  resets(): number;
  close(): void;
}

/** A browser's socket is silent when a connection fails; this one would throw. */
class QuietSocket extends WebSocket {
  constructor(url: string) {
    super(url);
    this.on("error", () => undefined);
  }
}

/** Listens to a person's downloads with the pages' client; resolves on the first connection. */
export async function listenAs(as: SignedIn, port: number): Promise<Ear> {
  const heard: object[] = [];
  const states: SocketState[] = [];
  let resets = 0;
  const connection = connectSocket({
    url: () => `ws://127.0.0.1:${port}/websocket`,
    tokens: () => as.tokens,
    topics: [downloadsChanged],
    onEvent: ({ payload }) => void heard.push(payload as object),
    onReset: () => (resets += 1),
    onState: (state) => void states.push(state),
    WebSocket: QuietSocket as unknown as NonNullable<SocketOptions["WebSocket"]>,
    timings: { longestWaitMs: 2000 },
  });
  const connections = () => states.filter((state) => state === "open").length;
  await until(async () => (connections() > 0 ? true : null), "a socket");
  return { as, heard, connections, resets: () => resets, close: () => connection.close() };
}

function answersOf<T>(done: readonly Done[], call: Call, as?: SignedIn): T[] {
  return done.filter((one) => one.call === call && (as === undefined || one.as === as)).map(({ data }) => data as T);
}

/** Waits until every enqueued job is done. A dead worker's job is noticed after 30 s and then repeated. */
export async function settle(place: Place, withinMs = 150_000): Promise<void> {
  const waiting =
    "select count(*)::int as count from pgboss.job where state in ('created', 'retry', 'active') and name in ('audit.export', 'mailer.send')";
  await until(
    async () => ((await rowsOf<{ count: number }>(place, waiting))[0]?.count === 0 ? true : null),
    "the end of all jobs",
    withinMs,
  );
}

/** Expects what was acknowledged to exist exactly once. */
export async function expectWrites(done: readonly Done[], people: readonly SignedIn[], admin: SignedIn): Promise<void> {
  for (const as of people) {
    const added = answersOf<{ contact_uuid: string; name: string }>(done, addContact, as);
    const { result } = await as.client.call(contactInfo, {});
    const seen = result.map(({ contact_uuid, name }) => `${name} ${contact_uuid}`);
    expect(seen.toSorted()).toEqual(added.map(({ contact_uuid, name }) => `${name} ${contact_uuid}`).toSorted());
  }
  const sites = (await admin.client.call(listSites, {})).result.filter(({ is_default }) => !is_default);
  expect(sites.map(({ host }) => host).toSorted()).toEqual(
    answersOf<{ host: string }>(done, createSite)
      .map(({ host }) => host)
      .toSorted(),
  );
}

async function downloadsOf({ client }: SignedIn) {
  const all = [];
  let cursor: string | undefined;
  do {
    const page = await client.call(listDownloads, { page_size: 200, ...(cursor === undefined ? {} : { cursor }) });
    all.push(...page.result);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

/** Returns the lines of a person's CSV export without its header. */
export async function linesOf({ client }: SignedIn, roleType: "provider" | "dropShipper", filename: string): Promise<string[][]> {
  const { blob } = await client.file(getFileIndependently, { roleType, filename });
  return Papa.parse<string[]>((await blob.text()).trim()).data.slice(1);
}

/** Expects one ready download per acknowledged export, with the right content. */
export async function expectExports(done: readonly Done[], as: SignedIn, roleType: "provider" | "dropShipper"): Promise<void> {
  const orders = done.filter((one) => one.call === exportAuditLog && one.as === as);
  const downloads = await downloadsOf(as);
  const uuids = orders.map(({ data }) => (data as { download_uuid: string }).download_uuid);
  expect(downloads.map((one) => one.download_uuid).toSorted()).toEqual(uuids.toSorted());
  expect(new Set(downloads.map(({ status, progress }) => `${status} ${progress}`))).toEqual(new Set(["ready 100"]));
  for (const { input, data } of orders) {
    const { download_uuid } = data as { download_uuid: string };
    const { subject_uuid } = input as { subject_uuid?: string };
    const download = downloads.find((one) => one.download_uuid === download_uuid);
    const lines = await linesOf(as, roleType, download?.filename ?? "");
    if (subject_uuid !== undefined) expect(lines.map((line) => [line[1], line[6]])).toEqual([[addContact.name, subject_uuid]]);
  }
}

/** Expects one mail in the folder per acknowledged operation. */
export async function expectMails({ dataDir }: Place, done: readonly Done[], provider: SignedIn, resetAddress: string): Promise<void> {
  const folder = join(dataDir, "mail");
  // A file being written when the process was killed stays a draft, not a mail.
  const names = (await readdir(folder)).filter((name) => name.endsWith(".eml"));
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  const invited = done.filter((one) => one.call === inviteOperator).map(({ input }) => (input as { email: string }).email);
  const resets = done.filter((one) => one.call === requestPasswordReset).map(() => resetAddress);
  expect(mails.map((mail) => /^To: (\S+)/m.exec(mail)?.[1]).toSorted()).toEqual([...invited, ...resets].toSorted());
  const { result } = await provider.client.call(listOperators, { page_size: 200, status: "invited" });
  expect(result.map(({ email }) => email).toSorted()).toEqual(invited.toSorted());
}

/** Expects as many log lines and jobs as operations, and no failed job. */
export async function expectCounts(place: Place, done: readonly Done[]): Promise<void> {
  const written = await rowsOf<{ action: string; count: number }>(
    place,
    "select action, count(*)::int as count from audit_log group by action",
  );
  const countOf = (call: Call) => answersOf(done, call).length;
  for (const call of [addContact, createSite, exportAuditLog, inviteOperator, requestPasswordReset])
    expect({ action: call.name, count: written.find(({ action }) => action === call.name)?.count ?? 0 }).toEqual({
      action: call.name,
      count: countOf(call),
    });
  const jobs = await rowsOf<{ job: string }>(
    place,
    "select name || ' ' || state || ' ' || count(*) as job from pgboss.job where name in ('audit.export', 'mailer.send') group by name, state order by 1",
  );
  const mails = countOf(inviteOperator) + countOf(requestPasswordReset);
  expect(jobs.map(({ job }) => job)).toEqual([`audit.export completed ${countOf(exportAuditLog)}`, `mailer.send completed ${mails}`]);
}

/** Expects each socket to have received every event of its user once, in order. */
export async function expectHeard(place: Place, ears: readonly Ear[]): Promise<void> {
  for (const { as, heard, resets } of ears) {
    const events = await rowsOf<{ payload: object }>(
      place,
      `select payload from event where topic = $1 and user_uuid = (
         select user_uuid from audit_log join audit_person using (provider_uuid, audit_uuid, user_uuid)
          where action = 'accounts.sign-in' and about ->> 'username' = $2 limit 1) order by position`,
      [downloadsChanged.name, as.username],
    );
    await until(async () => (heard.length >= events.length ? true : null), "the last events", 60_000).catch(() => undefined);
    expect(heard).toEqual(events.map(({ payload }) => payload));
    expect(resets()).toBe(0);
  }
}
