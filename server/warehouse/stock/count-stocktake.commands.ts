import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Condition } from "#src/warehouse/stock/stock.rules.ts";
import { getLotRefusal, mostPieces } from "#src/warehouse/stock/stock.rules.ts";
import type { countStock, StocktakeLine, undoCount } from "#src/warehouse/stock/stocktake.contract.ts";
import { getCountRefusal } from "#src/warehouse/stock/stocktake.rules.ts";
import { hidesFirstCount } from "#src/warehouse/stock/stocktake.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { findVariant, findVariantsByScan } from "#server/warehouse/goods/variants.queries.ts";
import type { VariantRow } from "#server/warehouse/goods/variants.queries.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { CallContext } from "#server/platform/http/context.ts";
import type { LocationRow } from "#server/warehouse/warehouses/locations.queries.ts";
import { findNamedLocation } from "./location.queries.ts";
import { requireStaffProvider } from "./stocktake.commands.ts";
import { lockStocktake } from "./stocktake.queries.ts";
import type { LockedStocktake } from "./stocktake.queries.ts";
import { readStocktakeLines } from "./stocktake-lines.queries.ts";

type CountInput = ParsedInputOf<typeof countStock>;
type Counted = OutputOf<typeof countStock>;

/** Locks a stocktake for counting; others may count it at the same time. */
export async function lockForCounting(
  context: CallContext,
  stocktakeUuid: string,
): Promise<Result<LockedStocktake, "notFound" | "stock.notCounting">> {
  const held = await lockStocktake(context.tx, requireStaffProvider(context), stocktakeUuid, "count");
  if (held === null) return refuse("notFound");
  const refusal = getCountRefusal(held);
  return refusal === null ? ok(held) : refuse(refusal);
}

/** Finds a location of the stocktake's warehouse. Any may be counted: unexpected goods make a new line. */
export async function findCountedLocation(
  { tx }: CallContext,
  providerUuid: string,
  { warehouse_uuid }: { readonly warehouse_uuid: string },
  code: string,
): Promise<Result<LocationRow, "stock.locationUnknown" | "stock.locationElsewhere">> {
  const location = await findNamedLocation(tx, providerUuid, code);
  if (location === null) return refuse("stock.locationUnknown");
  return location.warehouse_uuid === warehouse_uuid ? ok(location) : refuse("stock.locationElsewhere");
}

interface Meant {
  readonly variant: VariantRow;
  /** pieces of one scan */
  readonly pieces: number;
}

/** Finds the scanned product; several if the code is ambiguous. */
async function meant(
  { tx }: CallContext,
  providerUuid: string,
  { code, variant_uuid }: CountInput,
): Promise<Result<Meant | Counted["choices"], RefusalName>> {
  const found = code === undefined ? [] : await findVariantsByScan(tx, providerUuid, code);
  const chosen = variant_uuid?.toLowerCase() ?? (found.length === 1 ? found[0]?.variant_uuid : undefined);
  if (chosen === undefined) {
    if (found.length === 0) return refuse("stock.codeUnknown");
    return ok(
      found.map(({ variant_uuid: uuid, sku, title, variant_title, main_image, owner_name }) => ({
        variant_uuid: uuid,
        sku,
        title,
        variant_title,
        main_image,
        owner_name,
      })),
    );
  }
  const variant = await findVariant(tx, providerUuid, chosen);
  if (variant === null || variant.merged_into_uuid !== null) return refuse("notFound");
  if (variant.is_bundle) return refuse("stock.bundleHasNoStock");
  return ok({ variant, pieces: found.find((one) => one.variant_uuid === chosen)?.pieces ?? 1 });
}

interface Before {
  line_uuid: string;
  counted: number | null;
  recounted: number | null;
  counted_by: string | null;
}

/** Locks a line; null if there is none yet. */
async function lockLine({ tx }: CallContext, providerUuid: string, held: LockedStocktake, where: Where): Promise<Before | null> {
  const row = await tx
    .selectFrom("stocktake_line")
    .select(["line_uuid", "counted", "recounted", "counted_by"])
    .where("provider_uuid", "=", providerUuid)
    .where("stocktake_uuid", "=", held.stocktake_uuid)
    .where("location_uuid", "=", where.locationUuid)
    .where("variant_uuid", "=", where.variantUuid)
    .where("owner_uuid", "=", where.ownerUuid)
    .where("lot", "=", where.lot)
    .where("condition", "=", where.condition)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

interface Where {
  readonly locationUuid: string;
  readonly variantUuid: string;
  readonly ownerUuid: string;
  readonly lot: string;
  readonly condition: string;
}

/** Locks the line of what is counted, or inserts one for unexpected goods. Of two counters who find the same, the second waits for the first. */
async function lineToCount(context: CallContext, providerUuid: string, held: LockedStocktake, where: Where): Promise<Before> {
  await sql`insert into stocktake_line (provider_uuid, stocktake_uuid, line_uuid, location_uuid, variant_uuid, owner_uuid, lot, condition)
    values (${providerUuid}, ${held.stocktake_uuid}, ${newId()}, ${where.locationUuid}, ${where.variantUuid}, ${where.ownerUuid}, ${where.lot}, ${where.condition})
    on conflict on constraint stocktake_line_goods_key do nothing`.execute(context.tx);
  const line = await lockLine(context, providerUuid, held, where);
  if (line === null) throw new Error("stock: a new line is missing");
  return line;
}

/** Saves counts of lines, with the ledger's quantity at this moment as the expected one. */
export async function writeCount(
  context: CallContext,
  held: LockedStocktake,
  lineUuids: readonly string[],
  count: number | null,
): Promise<void> {
  const column = sql.ref(held.status === "recount" ? "recounted" : "counted");
  await sql`update stocktake_line l set ${column} = ${count}::integer, counted_by = ${requireActor(context).userUuid}, counted_at = ${context.now},
      expected = coalesce((select b.quantity from stock_balance b where b.provider_uuid = l.provider_uuid and b.variant_uuid = l.variant_uuid
        and b.warehouse_uuid = ${held.warehouse_uuid} and b.location_uuid = l.location_uuid and b.owner_uuid = l.owner_uuid
        and b.lot = l.lot and b.condition = l.condition), 0)
    where l.provider_uuid = ${requireStaffProvider(context)} and l.stocktake_uuid = ${held.stocktake_uuid}
      and l.line_uuid = any (${[...lineUuids]}::uuid[])`.execute(context.tx);
}

async function readLine(context: CallContext, held: LockedStocktake, lineUuid: string): Promise<StocktakeLine> {
  const hidden = { isBlind: held.is_blind, isBlindRecount: hidesFirstCount(held) };
  const about = { providerUuid: requireStaffProvider(context), stocktakeUuid: held.stocktake_uuid, ...hidden };
  const [line] = await readStocktakeLines(context.tx, about, { lineUuids: [lineUuid] });
  if (line === undefined) throw new Error("stock: a counted line is missing");
  return line;
}

/** Returns the condition of pieces when none is given: the only one of such pieces at the location, else the location's usual one. */
async function usualCondition(
  { tx }: CallContext,
  providerUuid: string,
  { stocktake_uuid }: LockedStocktake,
  { location_uuid, type }: LocationRow,
  { variant_uuid }: VariantRow,
  lot: string,
): Promise<Condition> {
  const known = await tx
    .selectFrom("stocktake_line")
    .select("condition")
    .distinct()
    .where("provider_uuid", "=", providerUuid)
    .where("stocktake_uuid", "=", stocktake_uuid)
    .where("location_uuid", "=", location_uuid)
    .where("variant_uuid", "=", variant_uuid)
    .where("lot", "=", lot)
    .execute();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
  if (known.length === 1) return known[0]?.condition as Condition;
  return type === "damaged" ? "damaged" : "good";
}

const nothingCounted = { line: null, before: null, is_same_person: false };

/** Counts pieces at a location. */
export async function countPieces(context: CallContext, input: CountInput): Promise<Result<Counted, RefusalName>> {
  const providerUuid = requireStaffProvider(context);
  const held = await lockForCounting(context, input.stocktake_uuid);
  if (!held.ok) return held;
  const location = await findCountedLocation(context, providerUuid, held.value, input.location);
  if (!location.ok) return location;
  const product = await meant(context, providerUuid, input);
  if (!product.ok) return product;
  if (!("variant" in product.value)) return ok({ ...nothingCounted, outcome: "choose", choices: product.value });
  const { variant, pieces } = product.value;
  const { lot } = input;
  const condition = input.condition ?? (await usualCondition(context, providerUuid, held.value, location.value, variant, lot));
  const where = {
    locationUuid: location.value.location_uuid,
    variantUuid: variant.variant_uuid,
    ownerUuid: variant.owner_uuid,
    lot,
    condition,
  };
  // Pieces booked under earlier lot rules can be counted as they are; only new lines are checked.
  const problem = getLotRefusal(variant, lot);
  if (problem !== null && (await lockLine(context, providerUuid, held.value, where)) === null) return refuse(problem);
  const line = await lineToCount(context, providerUuid, held.value, where);
  const isRecount = held.value.status === "recount";
  const before = isRecount ? line.recounted : line.counted;
  const quantity = input.quantity ?? pieces;
  const count = input.how === "set" ? quantity : (before ?? 0) + quantity;
  if (count > mostPieces) return refuse("parameterError");
  await writeCount(context, held.value, [line.line_uuid], count);
  return ok({
    outcome: "counted",
    choices: [],
    line: await readLine(context, held.value, line.line_uuid),
    before,
    is_same_person: isRecount && before === null && line.counted !== null && line.counted_by === requireActor(context).userUuid,
  });
}

/** Undoes a count if the line still has its result. */
export async function takeCountBack(
  context: CallContext,
  { stocktake_uuid, line_uuid, after, before }: ParsedInputOf<typeof undoCount>,
): Promise<Result<{ line: StocktakeLine }, RefusalName>> {
  const held = await lockForCounting(context, stocktake_uuid);
  if (!held.ok) return held;
  const line = await context.tx
    .selectFrom("stocktake_line")
    .select(["line_uuid", "counted", "recounted"])
    .where("provider_uuid", "=", requireStaffProvider(context))
    .where("stocktake_uuid", "=", held.value.stocktake_uuid)
    .where("line_uuid", "=", line_uuid)
    .forUpdate()
    .executeTakeFirst();
  if (line === undefined) return refuse("notFound");
  const now = held.value.status === "recount" ? line.recounted : line.counted;
  if (now !== after) return refuse("changedMeanwhile");
  await writeCount(context, held.value, [line.line_uuid], before);
  return ok({ line: await readLine(context, held.value, line.line_uuid) });
}
