import pg from "pg";
import type { signIn } from "#src/company/accounts/accounts.contract.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { hashToken } from "#server/platform/http/authenticate.ts";
import { admin, provider, retailer } from "./read.ts";
import type { Marks, Read } from "./read.ts";
import { overHttp, pathOf, signInAs } from "./server-sign-in.ts";
import type { Visitor } from "./server-sign-in.ts";

const settings = ["app.kind", "app.provider", "app.retailer", "app.user", "app.support", "app.warehouses"] as const;

/** A signed-in visitor: its request headers, and the settings with which its transactions act for it. */
export interface Principal {
  readonly headers: Readonly<Record<string, string>>;
  readonly acting: readonly string[];
}

/** Sets who a transaction acts for, until its end. */
export async function actOn(client: pg.ClientBase, { acting }: Principal): Promise<void> {
  await client.query(`select ${settings.map((name, at) => `set_config('${name}', $${at + 1}, true)`).join(", ")}`, [...acting]);
}

/** Formats the settings of a principal as options of a connection that acts for it all the time. */
export function formatOptions(acting: readonly string[]): string {
  return settings.map((name, at) => `-c ${name}=${acting[at] ?? ""}`).join(" ");
}

/** The settings that the server uses for this token. They are read once, because a session's first use in a minute writes to it. */
async function readActing(client: pg.ClientBase, token: string): Promise<string[]> {
  await client.query("begin");
  await client.query("select * from open_session($1, now())", [hashToken(token)]);
  const { rows } = await client.query<Record<string, string>>(
    `select ${settings.map((name) => `current_setting('${name}', true) as "${name}"`).join(", ")}`,
  );
  await client.query("commit");
  return settings.map((name) => rows[0]?.[name] ?? "");
}

const nobody: Principal = { headers: {}, acting: ["gate", "", "", "", "", ""] };

/** Signs all visitors in. @returns the principal of a read */
export async function signInAll(origin: string, client: pg.ClientBase): Promise<(as: Visitor | null) => Principal> {
  const found = new Map<Visitor, Principal>();
  for (const visitor of [provider, retailer, admin]) {
    const { access_token, csrf_token }: OutputOf<typeof signIn> = await signInAs(visitor, overHttp(origin));
    const headers = { authorization: `Bearer ${access_token}`, "x-csrf-token": csrf_token };
    found.set(visitor, { headers, acting: await readActing(client, access_token) });
  }
  return (as) => (as === null ? nobody : (found.get(as) ?? nobody));
}

const marked = `select current_setting('app.provider') as "providerUuid", current_setting('app.user') as "providerUser",
  (select retailer_uuid from retailer where name = 'Demo Shop') as "retailerUuid",
  (select stocktake_uuid from stocktake_line group by 1 order by count(*) desc limit 1) as "stocktakeUuid",
  (select import_uuid from import_job order by row_count desc limit 1) as "importUuid",
  (select receipt_uuid from receipt_line group by 1 order by count(*) desc limit 1) as "receiptUuid",
  (select warehouse_uuid from location group by 1 order by count(*) desc limit 1) as "warehouseUuid",
  (select product_uuid from product_image where position = 1 order by 1 desc limit 1) as "productUuid",
  (select barcode from sku_barcode order by variant_uuid desc offset 100 limit 1) as barcode,
  (select user_uuid from app_user where username = 'retailer01') as "retailersUser",
  (select order_uuid from sales_order where status = 'picking' order by 1 desc limit 1) as "orderUuid",
  (select wave_uuid from wave order by order_count desc limit 1) as "waveUuid",
  (select task_uuid from pick_task join (select provider_uuid, wave_uuid from wave order by order_count desc limit 1) w using (provider_uuid, wave_uuid) order by task_number limit 1) as "taskUuid",
  (select exception_uuid from exception_case x join retailer r on r.retailer_uuid = x.owner_uuid where r.name = 'Demo Shop' and x.type = 'short' and x.status = 'assigned'
    order by 1 desc limit 1) as "exceptionUuid"`;

/** Looks up what the reads refer to, as the provider. */
export async function findMarks(client: pg.ClientBase, principal: Principal): Promise<Marks> {
  await client.query("begin");
  await actOn(client, principal);
  const { rows } = await client.query<Marks>(marked);
  await client.query("commit");
  if (rows[0] === undefined) throw new Error("bench: the reads' data has no such rows");
  return rows[0];
}

/** Returns a read's address. */
export function getAddress({ call, query }: Pick<Read, "call" | "query">): string {
  return query === "" ? pathOf(call) : `${pathOf(call)}?${query}`;
}

/** Opens pg's own client with the settings of the server's connections. @returns it, and how to close it */
export async function openBare(appUrl: string): Promise<{ client: pg.Client; close(): Promise<void> }> {
  const database = openDatabase(appUrl, { connections: 1 });
  const { options, types } = database.pool.options;
  await database.close();
  const client = new pg.Client({ connectionString: appUrl, options, types });
  await client.connect();
  return { client, close: () => client.end() };
}

/** Runs a read's statement as a prepared one, within its principal's transaction. */
export function askPrepared(
  client: pg.ClientBase,
  { call, label = "", query, text, values }: Read,
): Promise<pg.QueryResult<Record<string, unknown>>> {
  return client.query<Record<string, unknown>>({ name: `${call.name} ${label} ${query}`.slice(0, 60), text, values: [...values] });
}

/** Returns the process that serves a client. */
export async function readBackendPid(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  if (rows[0] === undefined) throw new Error("bench: a client has no process");
  return rows[0].pid;
}
