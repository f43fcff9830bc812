import type { RefusalName } from "#src/kit/api/codes.ts";
import { mostLines } from "#src/outbound/orders/orders.rules.ts";
import { sql } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";
import { findOrderable } from "#server/outbound/orders/order-lines.commands.ts";
import type { OrderableVariant } from "#server/outbound/orders/order-lines.commands.ts";
import type { OrderScope } from "#server/outbound/orders/order-scope.ts";
import type { Checked, ImportScope, PreparedRow, RowProblem, SheetRow } from "#server/warehouse/imports/import-kind.ts";
import { ImportRowReader } from "#server/warehouse/imports/import-row-reader.ts";
import { findChannelsByCode } from "./find-channels.queries.ts";
import { readHead, readLine } from "./read-order-row.ts";
import type { ImportedHead, ImportedLine } from "./read-order-row.ts";

/** A row of a workbook of orders: a line, with what it says about its order. */
export interface ImportedOrderRow extends ImportedHead, ImportedLine {
  readonly channel_uuid: string | null;
  readonly variant_uuid: string;
}

/** The columns of the order as a whole: all its rows must say the same. */
const headFields = [
  "shop",
  "channel_code",
  "consignee",
  "phone",
  "address",
  "city",
  "state",
  "country",
  "zip",
  "ioss_number",
  "vat_number",
  "id_number",
  "cod_type",
  "cod_amount",
  "cod_currency",
  "remark",
] as const;

/** Looked up once for all rows. */
interface Known {
  readonly findProduct: (line: { readonly sku: string }) => OrderableVariant | undefined;
  /** uuids by code, in lower case */
  readonly channels: ReadonlyMap<string, string>;
  /** references of the owner's orders, in lower case */
  readonly taken: ReadonlySet<string>;
  /** rows by order number, in lower case */
  readonly groups: ReadonlyMap<string, SheetRow[]>;
}

function cell({ values }: SheetRow, field: string): string {
  return values[field] ?? "";
}

function getOrderNumber(row: SheetRow): string {
  return cell(row, "order_number").toLowerCase();
}

/** Returns whose orders an import creates: the retailer's own, or those of the provider itself. */
export function getImportOwner({ retailerUuid, providerUuid }: Pick<ImportScope, "retailerUuid" | "providerUuid">): string {
  return retailerUuid ?? providerUuid;
}

/** Returns the scope of an import as orders need it. */
export function toOrderScope(tx: Tx, { providerUuid, retailerUuid, userUuid, actor, acting, now, services }: ImportScope): OrderScope {
  const role = actor?.role ?? "system";
  // An import reads no recipients of orders.
  return { tx, providerUuid, retailerUuid, userUuid, role, acting, seesRecipients: false, now, followUps: services.followUps };
}

/** Returns which of these references, in lower case, orders of the owner already have, as `sales_order_reference_key` sees it. */
export async function findTakenReferences(tx: Tx, scope: ImportScope, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ reference_key: string }>`
    select reference_key from sales_order
    where provider_uuid = ${scope.providerUuid} and owner_uuid = ${getImportOwner(scope)} and reference_key = any (${[...keys]}::text[])
      and reference <> '' and split_from_uuid is null and status not in ('cancelled', 'merged')`.execute(tx);
  return new Set(rows.map(({ reference_key }) => reference_key));
}

/** Returns what is wrong with a row among the rows of its order. */
function findGroupProblem(row: SheetRow, { groups, taken }: Known): { field: string; code: RefusalName } | null {
  const number = getOrderNumber(row);
  const [first = row, ...others] = groups.get(number) ?? [];
  if (taken.has(number)) return { field: "order_number", code: "orders.referenceTaken" };
  if (others.length >= mostLines) return { field: "order_number", code: "orders.tooManyLines" };
  const field = headFields.find((name) => cell(row, name).toLowerCase() !== cell(first, name).toLowerCase());
  return field === undefined ? null : { field, code: "orders.unequalRows" };
}

/** Finds a row's channel. An unknown code is only a warning: the order then gets its channel by the rules. */
function findChannel(reader: ImportRowReader, { channels }: Known): string | null {
  const code = reader.getText("channel_code");
  if (code === "") return null;
  const uuid = channels.get(code.toLowerCase());
  if (uuid === undefined) reader.addWarning("channel_code", "orders.channelUnknown");
  return uuid ?? null;
}

interface CheckedRow {
  readonly problems: readonly RowProblem[];
  readonly warnings: readonly RowProblem[];
  readonly prepared: PreparedRow<ImportedOrderRow> | null;
}

function checkRow(row: SheetRow, known: Known): CheckedRow {
  const reader = new ImportRowReader(row);
  const together = findGroupProblem(row, known);
  if (together !== null) reader.addProblem(together.field, together.code);
  // Orders have no shops yet.
  if (reader.getText("shop") !== "") reader.addWarning("shop", "orders.shopUnknown");
  const channel_uuid = findChannel(reader, known);
  const head = readHead(reader);
  const product = known.findProduct({ sku: reader.getText("sku") });
  if (product === undefined) reader.addProblem("sku", "orders.skuUnknown");
  const line = readLine(reader);
  const { problems, warnings } = reader;
  if (problems.length > 0 || product === undefined) return { problems, warnings, prepared: null };
  return {
    problems,
    warnings,
    prepared: { number: row.number, row: { ...head, ...line, channel_uuid, variant_uuid: product.variant_uuid } },
  };
}

/** Checks the rows of a workbook of orders, with three statements for any number of rows. */
export async function checkOrderRows(tx: Tx, scope: ImportScope, rows: readonly SheetRow[]): Promise<Checked<ImportedOrderRow>> {
  const listWords = (field: string) => [...new Set(rows.map((row) => cell(row, field).toLowerCase()))];
  const known: Known = {
    findProduct: await findOrderable(toOrderScope(tx, scope), getImportOwner(scope), { uuids: [], skus: listWords("sku") }),
    channels: await findChannelsByCode(tx, scope.providerUuid, listWords("channel_code")),
    taken: await findTakenReferences(tx, scope, listWords("order_number")),
    groups: Map.groupBy(rows, getOrderNumber),
  };
  const checked = rows.map((row) => checkRow(row, known));
  return {
    problems: checked.flatMap(({ problems }) => problems),
    warnings: checked.flatMap(({ warnings }) => warnings),
    prepared: checked.flatMap(({ prepared }) => (prepared === null ? [] : [prepared])),
  };
}
