import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { finishInspection, inspectReturned, ReturnChoice } from "#src/outbound/returns/returns-work.contract.ts";
import { getLotRefusal } from "#src/warehouse/stock/stock.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { findVariant, findVariantsByScan } from "#server/warehouse/goods/variants.queries.ts";
import type { ScannedVariant } from "#server/warehouse/goods/variants.queries.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import { saveLots } from "#server/warehouse/stock/lots.commands.ts";
import { recordReturnInspection } from "#server/warehouse/work/work.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { lockFor } from "./arrive-return.commands.ts";
import { applyRules } from "./decide-return.commands.ts";
import { listStoredLines, saveReturn } from "./locked-return.commands.ts";
import type { LockedReturn, StoredLine } from "./locked-return.commands.ts";
import { findReturnsLocation } from "./returns-location.commands.ts";

type InspectInput = ParsedInputOf<typeof inspectReturned>;

/** The source of all movements of returns: a scan is its line 1, taking it back its line 2. */
export const returnSource = "customer-return";

/** What an inspecting scan did, or the products to choose from. */
export interface Inspected {
  readonly returnUuid: string;
  readonly scanUuid: string | null;
  readonly lineUuid: string | null;
  readonly quantity: number;
  readonly choices: readonly ReturnChoice[];
}

function choose(found: readonly ScannedVariant[], chosenUuid: string | undefined): ScannedVariant | undefined {
  return found.length === 1 ? found[0] : found.find(({ variant_uuid }) => variant_uuid === chosenUuid?.toLowerCase());
}

/** Finds the product of a scan: one that the return expects first, then others of its owner or of the provider. */
async function findProduct(
  { tx, providerUuid }: OrderScope,
  owner: string,
  lines: readonly StoredLine[],
  { code, variant_uuid }: InspectInput,
): Promise<Result<ScannedVariant | readonly ScannedVariant[], RefusalName>> {
  const here = [...new Set(lines.map((line) => line.variant_uuid))];
  const expected = here.length === 0 ? [] : await findVariantsByScan(tx, providerUuid, code, here);
  const found = expected.length > 0 ? expected : await findVariantsByScan(tx, providerUuid, code);
  if (found.length === 0) return refuse("returns.codeUnknown");
  const fit = expected.length > 0 ? expected : found.filter(({ owner_uuid }) => owner_uuid === owner || owner_uuid === providerUuid);
  if (fit.length === 0) return refuse("returns.goodsOfAnother");
  return ok(choose(fit, variant_uuid) ?? fit);
}

/** Finds the line that scanned pieces are counted on, or writes one for a product or lot that was not announced. */
async function takeLine(
  { tx, providerUuid }: OrderScope,
  of: LockedReturn,
  lines: readonly StoredLine[],
  variant: ScannedVariant,
  lot: string,
): Promise<Pick<StoredLine, "line_uuid" | "stock_owner_uuid">> {
  const same = lines.filter(({ variant_uuid }) => variant_uuid === variant.variant_uuid);
  const counted = (line: StoredLine): number => line.good + line.damaged;
  const ofLot = same.filter((line) => line.lot === lot);
  // Of goods of two owners, the line that still expects pieces.
  const line = ofLot.find((one) => counted(one) < one.expected) ?? ofLot[0];
  if (line !== undefined) return line;
  const unnamed = same.find((one) => one.lot === "" && counted(one) === 0);
  if (unnamed !== undefined) {
    await sql`update return_line set lot = ${lot}
      where provider_uuid = ${providerUuid} and return_uuid = ${of.return_uuid} and line_uuid = ${unnamed.line_uuid}`.execute(tx);
    return unnamed;
  }
  const added = { line_uuid: newId(), stock_owner_uuid: same[0]?.stock_owner_uuid ?? variant.owner_uuid };
  await tx
    .insertInto("return_line")
    .values({
      ...added,
      provider_uuid: providerUuid,
      return_uuid: of.return_uuid,
      line_number: Math.max(0, ...lines.map(({ line_number }) => line_number)) + 1,
      owner_uuid: of.owner_uuid,
      warehouse_uuid: of.warehouse_uuid,
      variant_uuid: variant.variant_uuid,
      sku: variant.sku,
      title: variant.title,
      lot,
    })
    .execute();
  return added;
}

/** Counts scanned pieces, and posts them from outside to where returned goods stand. The return is locked, so that two inspectors add up. */
export async function inspect(scope: OrderScope, input: InspectInput): Promise<Result<Inspected, RefusalName>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const locked = await lockFor(scope, { return_uuid: input.return_uuid }, "inspect");
  if (!locked.ok) return locked;
  const of = locked.value;
  const { return_uuid, owner_uuid, warehouse_uuid } = of;
  if (owner_uuid === null || userUuid === null) return refuse("returns.noOwner");
  const lines = await listStoredLines(scope, return_uuid);
  const found = await findProduct(scope, owner_uuid, lines, input);
  if (!found.ok) return found;
  if ("length" in found.value) {
    const choices = found.value.map(({ variant_uuid, sku, title, owner_name }) => ({ variant_uuid, sku, title, owner_name }));
    return ok({ returnUuid: return_uuid, scanUuid: null, lineUuid: null, quantity: 0, choices });
  }
  const variant = found.value;
  if ((await findVariant(tx, providerUuid, variant.variant_uuid))?.is_bundle === true) return refuse("returns.bundle");
  const lotRefusal = getLotRefusal(variant, input.lot);
  if (lotRefusal !== null) return refuse(lotRefusal);
  const { variant_uuid, sku } = variant;
  const quantity = input.quantity * variant.pieces;
  const { line_uuid, stock_owner_uuid } = await takeLine(scope, of, lines, variant, input.lot);
  if (input.lot !== "")
    await saveLots(tx, providerUuid, [{ variantUuid: variant_uuid, ownerUuid: stock_owner_uuid, lot: input.lot, expiresOn: null }]);
  const location = await findReturnsLocation(scope, warehouse_uuid);
  const [scanUuid, condition] = [newId(), input.is_damaged ? "damaged" : "good"] as const;
  await sql`update return_line set good = good + ${input.is_damaged ? 0 : quantity}, damaged = damaged + ${input.is_damaged ? quantity : 0}
    where provider_uuid = ${providerUuid} and return_uuid = ${return_uuid} and line_uuid = ${line_uuid}`.execute(tx);
  await tx
    .insertInto("return_scan")
    .values({
      provider_uuid: providerUuid,
      scan_uuid: scanUuid,
      return_uuid,
      line_uuid,
      owner_uuid,
      warehouse_uuid,
      kind: "inspect",
      is_damaged: input.is_damaged,
      quantity,
      from_location_uuid: location,
      at: now,
      user_uuid: userUuid,
    })
    .execute();
  await saveReturn(scope, of, { event: "inspect", message: condition, pieces: { sku, quantity } });
  const posted = await postMovements(tx, { providerUuid, userUuid, now }, [
    {
      source: { type: returnSource, uuid: scanUuid, line: 1 },
      variantUuid: variant_uuid,
      ownerUuid: stock_owner_uuid,
      warehouseUuid: warehouse_uuid,
      lot: input.lot,
      quantity,
      from: { place: "arrival", condition },
      to: { place: "location", locationUuid: location, condition },
    },
  ]);
  return posted.ok ? ok({ returnUuid: return_uuid, scanUuid, lineUuid: line_uuid, quantity, choices: [] }) : posted;
}

/** Ends an inspection, and records what was counted as work; what the owners of the stock decided in advance is decided at once. */
export async function finish(scope: OrderScope, input: ParsedInputOf<typeof finishInspection>): Promise<Result<string, RefusalName>> {
  const locked = await lockFor(scope, input, "finish_inspection");
  if (!locked.ok) return locked;
  const of = locked.value;
  const { return_uuid, owner_uuid, order_uuid, warehouse_uuid } = of;
  if (owner_uuid === null) return refuse("returns.noOwner");
  const lines = await listStoredLines(scope, return_uuid);
  const quantity = lines.reduce((pieces, { good, damaged }) => pieces + good + damaged, 0);
  if (quantity === 0) return refuse("returns.nothingCounted");
  const inspected = await saveReturn(scope, of, { event: "finish_inspection", set: { inspected_at: scope.now } });
  // Recorded here, once for the whole return, because no scan is undone after this. The owner is the order's retailer where there is an order.
  const source = { uuid: return_uuid, line: 1 };
  await recordReturnInspection(scope, [{ return_uuid, order_uuid, owner_uuid, warehouse_uuid, quantity, source }]);
  await applyRules(scope, inspected, lines);
  return ok(return_uuid);
}
