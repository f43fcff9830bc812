import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import { platformUuid } from "#server/platform/db/row-security.ts";
import type { Inhabitant } from "./inhabitants.ts";

export interface TableShape {
  name: string;
  hasRowSecurity: boolean;
  /** the columns of the primary key in order */
  key: string[];
  columns: { name: string; type: string; isRequired: boolean }[];
}

/** A row in PostgreSQL's text format. */
export type Row = Record<string, string | null>;

/** Reads the tables of schema `public` by name. */
export async function tablesOf(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    SELECT c.relname AS name, c.relrowsecurity AS "hasRowSecurity",
      array(SELECT attname::text FROM pg_index, unnest(indkey) WITH ORDINALITY AS k(attnum, place)
        JOIN pg_attribute a USING (attnum) WHERE a.attrelid = c.oid AND indrelid = c.oid AND indisprimary AND place <= indnkeyatts ORDER BY place) AS key,
      (SELECT json_agg(json_build_object('name', attname, 'type', format_type(atttypid, NULL), 'isRequired', attnotnull AND NOT atthasdef AND attidentity = '')
        ORDER BY attnum) FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped) AS columns
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname`);
  return rows;
}

/** Values that are required and cannot be derived from the type, or that a policy checks. Null means that no such row can exist. */
const chosen: Record<string, (who: Inhabitant) => string | null> = {
  "app_user.email": (who) => `${who.name}@example.test`,
  "app_user.related_uuid": (who) => who.retailerUuid ?? who.providerUuid,
  "app_user.role": (who) => who.kind,
  "authentication_document.provider_uuid": (who) => who.providerUuid,
  "box_type.kind": () => "consumable",
  "carrier_account.api_name": () => "other",
  "carrier_error.kind": () => "refused",
  "carrier_error.operation": () => "createWaybill",
  "catalogue_item.status": () => "draft",
  "catalogue_price.currency": () => "USD",
  "catalogue_price.scope": () => "retailer",
  "catalogue_price.scope_uuid": (who) => who.retailerUuid ?? who.providerUuid,
  "channel_cut_off.cut_off": () => "16:00",
  "charge.currency": () => "USD",
  "charge.event": () => "by_hand",
  "charge.kind": () => "other",
  "charge.source_type": () => "hand",
  "claim_variant.agreed_currency": () => "USD",
  "claim_variant.sale_currency": () => "USD",
  "device_link.device_uuid": () => null,
  "device_link.state": () => "PENDING",
  "device_link.user_uuid": () => null,
  "exception_case.order_uuid": (who) => makeUuid(`${who.name} order_uuid`),
  "exception_case.type": () => "short",
  "file.purpose": () => "document",
  "import_job.kind": () => "receipts",
  "import_job.status": () => "CHECKED",
  "location.barcode": (who) => code(`${who.name} location`),
  "location.type": () => "pick",
  "mailed_link.purpose": () => "resetPassword",
  "operator_grant.permission": (who) => (who.kind === "operator" ? "orders" : null),
  "operator_warehouse.user_uuid": (who) => (who.kind === "operator" ? who.userUuid : null),
  "provider.is_open_for_sign_up": (who) => String(who.name !== "closedProvider"),
  "provider.provider_uuid": (who) => (who.kind === "provider" ? who.providerUuid : null),
  "rate_card.currency": () => "USD",
  "rate_price.event": () => "receiving_piece",
  "receipt_box.barcode": (who) => code(`${who.name} box`),
  "return_order.expected_at": () => "2026-03-01T12:00:00Z",
  "return_order.order_uuid": (who) => makeUuid(`${who.name} order_uuid`),
  "return_order.status": (who) => (who.retailerUuid === null && who.providerUuid === null ? null : "expected"),
  "return_scan.kind": () => "inspect",
  "session.area": () => "p",
  "session.provider_uuid": (who) => who.providerUuid,
  "site.host": (who) => `${who.name}.example.test`,
  "site.locale": () => "en_us",
  "site.main_function": () => "Homepage",
  "sku_barcode.barcode": (who) => code(`${who.name} barcode`),
  "statement.closing_cents": () => "1",
  "statement.currency": () => "USD",
  "statement.from_at": () => "2026-02-01T12:00:00Z",
  "sort_wall.code": (who) => code(`${who.name} wall`),
  "stock_balance.condition": () => "good",
  "stock_entry.condition": () => "good",
  "stock_entry.place": () => "arrival",
  "stocktake_line.condition": () => "good",
  "subscription.past_due_since": () => null,
  "subscription.status": () => "ACTIVE",
  "support_request.language": () => "en_us",
  "support_request.status": () => "OPEN",
  "support_request.topic": () => "other",
  "wave.kind": () => "single_item",
  "top_up.currency": () => "USD",
  "top_up.method": () => "bank",
  "top_up_request.currency": () => "USD",
  "unqualified_decision.decision": () => "return",
  "variant_word.begins_sku": () => "false",
  "manifest.channel_uuid": (who) => makeUuid(`${who.name} channel_uuid`),
  "wallet_account.account": () => "balance",
  "wallet_account.currency": () => "USD",
  "wallet_entry.account": () => "balance",
  "wallet_entry.currency": () => "USD",
  "wallet_entry.source_type": () => "top-up",
  "warehouse.ledger_closed_until": () => "2026-03-01T12:00:00Z",
  "warehouse_sender.country": () => "US",
  "waybill_label.bytes": () => "\\x00",
  "waybill_label.drawn_as": () => "carrier",
  "waybill_label.sha256": () => "\\x6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "waybill_label.type": () => "application/pdf",
  "warehouse.code": (who) => code(`${who.name} warehouse`),
  "work_entry.kind": () => "customer_return_piece",
  "work_entry.return_uuid": (who) => makeUuid(`${who.name} return_uuid`),
};

/** The columns that identify a row's owner in every table. */
const identity: Record<string, (who: Inhabitant) => string | null> = {
  provider_uuid: (who) => who.providerUuid ?? platformUuid,
  retailer_uuid: (who) => who.retailerUuid,
  user_uuid: (who) => who.userUuid,
  owner_uuid: (who) => who.retailerUuid ?? who.providerUuid,
  // Where it may be null too: each has a warehouse of their own.
  warehouse_uuid: nameWarehouse,
};

/** Returns the warehouse that somebody's rows are in. */
export function nameWarehouse(who: Inhabitant): string {
  return makeUuid(`${who.name} warehouse_uuid`);
}

function makeUuid(text: string): string {
  return digest(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

const madeUp: Record<string, (text: string) => string> = {
  uuid: makeUuid,
  text: (text) => text,
  bytea: (text) => `\\x${digest(text)}`,
  jsonb: () => "{}",
  boolean: () => "false",
  smallint: () => "1",
  integer: () => "1",
  bigint: () => "1",
  date: () => "2026-03-01",
  "timestamp with time zone": () => "2026-03-01T12:00:00Z",
};

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Builds a short code without spaces, like barcodes. */
function code(text: string): string {
  return digest(text).slice(0, 12).toUpperCase();
}

/**
 * Builds somebody's row of a table, without columns that have a default. Other ids are derived from the column's name, so that one person's rows
 * refer to each other by the same id.
 * @returns null if the table can hold no row of theirs
 * @throws Error naming a column of an unknown kind
 */
export function rowOf(table: TableShape, who: Inhabitant): Row | null {
  const row: Row = {};
  for (const { name, type, isRequired } of table.columns) {
    const said = chosen[`${table.name}.${name}`] ?? identity[name];
    const value = said ? said(who) : isRequired ? (madeUp[type] ?? unknown(table, name, type))(`${who.name} ${name}`) : undefined;
    if (value === null && isRequired) return null;
    if (value !== undefined) row[name] = value;
  }
  return row;
}

function unknown(table: TableShape, column: string, type: string): never {
  throw new Error(`tests/server/fill.ts makes no value for ${table.name}.${column} of type ${type}: teach it`);
}

/** Builds the insert statement and its parameters. */
export function insertion(table: TableShape, row: Row): { text: string; values: (string | null)[] } {
  const names = Object.keys(row);
  const text = `INSERT INTO ${table.name} (${names.map((name) => `"${name}"`).join(", ")}) VALUES (${names.map((_, index) => `$${index + 1}`).join(", ")})`;
  return { text, values: Object.values(row) };
}

/** Builds an SQL expression for a row's key as one text. */
export function keyOf(table: TableShape): string {
  return `concat_ws(' ', ${table.key.map((column) => `"${column}"::text`).join(", ")})`;
}

/** By table and key: the names of a row's owners. Several if they share it, like a supplier's people their company. */
export type Owners = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Inserts a row of each inhabitant into every table as the tables' owner: the tests check who else may. Foreign keys and
 * triggers are disabled meanwhile; foreign keys stay so in this database.
 */
export async function fillEveryTable(client: ClientBase, everyone: readonly Inhabitant[]): Promise<Owners> {
  const tables = await tablesOf(client);
  const owners = new Map<string, Set<string>>();
  const { rows } = await client.query<{ drop: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop FROM pg_constraint
    WHERE contype = 'f' AND connamespace = 'public'::regnamespace`);
  for (const { drop } of rows) await client.query(drop);
  for (const { name } of tables) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await client.query("BEGIN");
  for (const table of tables) {
    if (table.hasRowSecurity) await client.query(`ALTER TABLE ${table.name} NO FORCE ROW LEVEL SECURITY`);
    for (const who of everyone) {
      const row = rowOf(table, who);
      if (row === null) continue;
      const { text, values } = insertion(table, row);
      await client.query(`${text} ON CONFLICT (${table.key.join(", ")}) DO NOTHING`, values);
      // Its own, or the same as an earlier one's.
      const same = table.key.map((column, index) => `"${column}" = $${index + 1}`).join(" AND ");
      const found = await client.query<{ key: string }>(
        `SELECT ${keyOf(table)} AS key FROM ${table.name} WHERE ${same}`,
        table.key.map((column) => row[column]),
      );
      for (const { key } of found.rows) {
        const about = `${table.name} ${key}`;
        owners.set(about, new Set([...(owners.get(about) ?? []), who.name]));
      }
    }
    if (table.hasRowSecurity) await client.query(`ALTER TABLE ${table.name} FORCE ROW LEVEL SECURITY`);
  }
  await client.query("COMMIT");
  for (const { name } of tables) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  return owners;
}
