import { sql } from "kysely";
import { templates } from "#src/kit/files/templates.contract.ts";
import { mostVariants } from "#src/warehouse/goods/goods.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { getViolatedUnique } from "#server/platform/db/violations.ts";
import { importKind } from "#server/warehouse/imports/import-kind.ts";
import type { Checked, ImportScope, PreparedRow, RowProblem, SheetRow } from "#server/warehouse/imports/import-kind.ts";
import { readProductRows } from "./check-product-rows.ts";
import type { ImportedVariant } from "./check-product-rows.ts";
import { findVariantsBySku } from "./variants.queries.ts";

const template = templates["products"];
if (template === undefined) throw new Error("goods: the products template is missing");

/** Rows per statement: the trigger writes their search words in it. */
const mostAtOnce = 5000;

const getOwner = ({ retailerUuid, providerUuid }: ImportScope) => retailerUuid ?? providerUuid;
const titleKey = (title: string) => title.toLowerCase();

/** Finds the owner's products by title, the oldest of several: new variants are added to them. */
async function productsByTitle(
  tx: Tx,
  scope: ImportScope,
  titles: readonly string[],
): Promise<Map<string, { uuid: string; variants: number }>> {
  const { rows } = await sql<{ product_uuid: string; key: string; variants: number }>`
    select distinct on (lower(p.title)) p.product_uuid, lower(p.title) as key,
      (select count(*) from variant v where v.provider_uuid = p.provider_uuid and v.product_uuid = p.product_uuid and v.merged_into_uuid is null) as variants
    from product p
    where p.provider_uuid = ${scope.providerUuid} and p.owner_uuid = ${getOwner(scope)} and lower(p.title) = any (${titles}::text[])
    order by lower(p.title), p.product_uuid`.execute(tx);
  return new Map(rows.map(({ key, product_uuid, variants }) => [key, { uuid: product_uuid, variants }]));
}

interface GivenBarcode {
  readonly number: number;
  readonly sku: string;
  readonly barcode: string;
}

/** Finds barcodes that another SKU visible to the importer already has. */
async function barcodesOfOthers(tx: Tx, scope: ImportScope, given: readonly GivenBarcode[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ number: number }>`
    select distinct c.number
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as c (number integer, sku text, barcode text)
      join sku_barcode b on b.provider_uuid = ${scope.providerUuid} and b.barcode = c.barcode
      join variant v on v.provider_uuid = b.provider_uuid and v.variant_uuid = b.variant_uuid and v.merged_into_uuid is null
    where v.owner_uuid <> ${getOwner(scope)} or v.sku_key <> c.sku`.execute(tx);
  return new Set(rows.map(({ number }) => number));
}

/** Finds rows that give a barcode to a second SKU, existing or of another row. That is allowed; a scan then asks which SKU is meant. */
async function sharedBarcodes(tx: Tx, scope: ImportScope, prepared: readonly PreparedRow<ImportedVariant>[]): Promise<RowProblem[]> {
  const given = prepared.flatMap(({ number, row: { sku, barcodes } }) =>
    barcodes.map((barcode): GivenBarcode => ({ number, sku: sku.toLowerCase(), barcode })),
  );
  const users = Map.groupBy(given, ({ barcode }) => barcode);
  const shared = new Set([...users.values()].filter(({ length }) => length > 1).flatMap((rows) => rows.map(({ number }) => number)));
  for (let from = 0; from < given.length; from += mostAtOnce)
    for (const number of await barcodesOfOthers(tx, scope, given.slice(from, from + mostAtOnce))) shared.add(number);
  return [...shared].map((number) => ({ number, field: "barcode", code: "goods.barcodeShared" }));
}

async function check(tx: Tx, scope: ImportScope, rows: readonly SheetRow[]): Promise<Checked<ImportedVariant>> {
  const { problems, prepared } = readProductRows(rows);
  const skus = prepared.map(({ row }) => row.sku);
  const known = await findVariantsBySku(tx, scope.providerUuid, getOwner(scope), skus);
  const titles = [...new Set(prepared.map(({ row }) => titleKey(row.product_title)))];
  const products = await productsByTitle(tx, scope, titles);
  const counts = new Map([...products].map(([key, { variants }]) => [key, variants]));
  const fits = prepared.filter(({ number, row }) => {
    if (known.has(row.sku.toLowerCase())) return true;
    const key = titleKey(row.product_title);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count <= mostVariants) return true;
    problems.push({ number, field: "title", code: "goods.tooManyVariants" });
    return false;
  });
  return { problems, warnings: await sharedBarcodes(tx, scope, fits), prepared: fits };
}

/** Inserts the new products, one for each title. @returns the ids of all products by title */
async function makeProducts(
  tx: Tx,
  scope: ImportScope,
  rows: readonly ImportedVariant[],
): Promise<{ ids: Map<string, string>; made: number }> {
  const wanted = new Map(rows.map((row) => [titleKey(row.product_title), row]));
  const known = await productsByTitle(tx, scope, [...wanted.keys()]);
  const ids = new Map([...known].map(([key, { uuid }]) => [key, uuid]));
  const fresh = [...wanted]
    .filter(([key]) => !ids.has(key))
    .map(([key, row]) => ({ key, id: newId(), title: row.product_title, url: row.image_url }));
  await sql`
    insert into product (provider_uuid, product_uuid, owner_uuid, title, main_image_url, created_at, updated_at)
    select ${scope.providerUuid}, p.id, ${getOwner(scope)}, p.title, p.url, ${scope.now}, ${scope.now}
    from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as p (id uuid, title text, url text)`.execute(tx);
  for (const { key, id } of fresh) ids.set(key, id);
  return { ids, made: fresh.length };
}

type Posted = ImportedVariant & { readonly id: string; readonly product: string };

async function insertNew(tx: Tx, scope: ImportScope, rows: readonly Posted[]): Promise<void> {
  await sql`
    insert into variant (provider_uuid, variant_uuid, product_uuid, owner_uuid, sku, title, weight_grams, length_mm, width_mm, height_mm,
      declared_name, declared_name_zh, hs_code, declared_value_cents, currency, has_battery, created_at, updated_at)
    select ${scope.providerUuid}, r.id, r.product, ${getOwner(scope)}, r.sku, coalesce(r.title, ''), r.weight_grams, r.length_mm, r.width_mm, r.height_mm,
      coalesce(r.declared_name, ''), coalesce(r.declared_name_zh, ''), coalesce(r.hs_code, ''), r.declared_value_cents, coalesce(r.currency, 'USD'), coalesce(r.has_battery, false),
      ${scope.now}, ${scope.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, product uuid, sku text, title text, weight_grams integer, length_mm integer,
      width_mm integer, height_mm integer, declared_name text, declared_name_zh text, hs_code text, declared_value_cents bigint, currency text,
      has_battery boolean)`.execute(tx);
}

/** Updates known SKUs from the sheet; an empty cell changes nothing, and a SKU stays in its product. */
async function updateKnown(tx: Tx, scope: ImportScope, rows: readonly Posted[]): Promise<void> {
  await sql`
    update variant v set title = coalesce(r.title, v.title), weight_grams = coalesce(r.weight_grams, v.weight_grams),
      length_mm = coalesce(r.length_mm, v.length_mm), width_mm = coalesce(r.width_mm, v.width_mm), height_mm = coalesce(r.height_mm, v.height_mm),
      declared_name = coalesce(r.declared_name, v.declared_name), declared_name_zh = coalesce(r.declared_name_zh, v.declared_name_zh),
      hs_code = coalesce(r.hs_code, v.hs_code), declared_value_cents = coalesce(r.declared_value_cents, v.declared_value_cents),
      currency = coalesce(r.currency, v.currency), has_battery = coalesce(r.has_battery, v.has_battery), version = v.version + 1, updated_at = ${scope.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, title text, weight_grams integer, length_mm integer,
      width_mm integer, height_mm integer, declared_name text, declared_name_zh text, hs_code text, declared_value_cents bigint, currency text,
      has_battery boolean)
    where v.provider_uuid = ${scope.providerUuid} and v.variant_uuid = r.id`.execute(tx);
}

async function addBarcodes(tx: Tx, scope: ImportScope, rows: readonly Posted[]): Promise<void> {
  const codes = rows.flatMap(({ id, barcodes }) => barcodes.map((barcode) => ({ id, barcode })));
  if (codes.length === 0) return;
  await sql`
    insert into sku_barcode (provider_uuid, barcode, variant_uuid, owner_uuid, created_at)
    select ${scope.providerUuid}, c.barcode, c.id, ${getOwner(scope)}, ${scope.now}
    from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as c (id uuid, barcode text)
    on conflict on constraint sku_barcode_pkey do nothing`.execute(tx);
}

async function inParts(rows: readonly Posted[], write: (part: readonly Posted[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < rows.length; from += mostAtOnce) await write(rows.slice(from, from + mostAtOnce));
}

async function post(
  tx: Tx,
  scope: ImportScope,
  prepared: readonly PreparedRow<ImportedVariant>[],
): Promise<Result<Readonly<Record<string, number>>, "goods.skuTaken">> {
  const rows = prepared.map(({ row }) => row);
  const skus = rows.map(({ sku }) => sku);
  const known = await findVariantsBySku(tx, scope.providerUuid, getOwner(scope), skus);
  const fresh = rows.filter(({ sku }) => !known.has(sku.toLowerCase()));
  const { ids, made } = await makeProducts(tx, scope, fresh);
  const added = fresh.map((row): Posted => ({ ...row, id: newId(), product: ids.get(titleKey(row.product_title)) ?? "" }));
  const changed = rows.flatMap((row): Posted[] => {
    const there = known.get(row.sku.toLowerCase());
    return there === undefined ? [] : [{ ...row, id: there.variant_uuid, product: there.product_uuid }];
  });
  try {
    await inParts(added, (part) => insertNew(tx, scope, part));
  } catch (error) {
    // Somebody created one of them since the check.
    if (getViolatedUnique(error) === "variant_sku_key") return refuse("goods.skuTaken");
    throw error;
  }
  await inParts(
    changed.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    (part) => updateKnown(tx, scope, part),
  );
  await inParts([...added, ...changed], (part) => addBarcodes(tx, scope, part));
  const figures = { products: made, variants: rows.length };
  await writeAudit(tx, scope, {
    action: "goods.import-products",
    subjectType: "import",
    subjectUuid: scope.importUuid,
    detail: figures,
  });
  return ok(figures);
}

/** Imports products from a workbook: rows of one title and owner form one product; known SKUs are updated. Retailers import their own, staff the provider's. */
export const productsImport = importKind<ImportedVariant>({
  name: "products",
  template,
  roles: ["provider", "operator", "dropShipper"],
  permission: "goods",
  together: null,
  check,
  post,
});
