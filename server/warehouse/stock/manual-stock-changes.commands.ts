import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { adjustStock, changeCondition, moveStock, upsertLot } from "#src/warehouse/stock/stock.contract.ts";
import { getLotRefusal } from "#src/warehouse/stock/stock.rules.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { lockVariants } from "#server/warehouse/goods/lock-variants.commands.ts";
import { findVariant } from "#server/warehouse/goods/variants.queries.ts";
import type { VariantRow } from "#server/warehouse/goods/variants.queries.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { CallContext } from "#server/platform/http/context.ts";
import { lockLocations } from "./lock-locations.commands.ts";
import { postMovements } from "./ledger.commands.ts";
import type { Movement } from "./ledger.commands.ts";
import { saveLots, setLot } from "./lots.commands.ts";
import { findNamedLocation } from "./location.queries.ts";
import { isNeededByReceipts } from "./needed-by-receipts.queries.ts";

type Posted = Result<{ movement_source_uuid: string }, RefusalName>;

function getProvider(context: CallContext): string {
  const { providerUuid } = requireActor(context);
  if (providerUuid === null) throw new Error("stock: a staff session has no provider");
  return providerUuid;
}

/** Finds a SKU that can have stock: neither a bundle nor a merged one. */
async function storedVariant(
  { tx }: CallContext,
  providerUuid: string,
  variantUuid: string,
): Promise<Result<VariantRow, "notFound" | "stock.bundleHasNoStock">> {
  const variant = await findVariant(tx, providerUuid, variantUuid);
  if (variant === null || variant.merged_into_uuid !== null) return refuse("notFound");
  return variant.is_bundle ? refuse("stock.bundleHasNoStock") : ok(variant);
}

/** Posts one movement made by hand and writes its audit row. Refuses to take pieces that a receipt waits for. */
async function postByHand(
  context: CallContext,
  action: string,
  movement: Omit<Movement, "source">,
  detail: Readonly<Record<string, unknown>>,
): Promise<Posted> {
  const uuid = newId();
  const type = action.slice(action.indexOf(".") + 1);
  const ledger = { providerUuid: getProvider(context), userUuid: requireActor(context).userUuid, now: context.now };
  // Pieces waiting for a decision may be in several locations: the lock makes two people who take from two of them go one after the other.
  if (movement.from.condition === "quarantined") await lockVariants(context.tx, ledger.providerUuid, [movement.variantUuid]);
  const posted = await postMovements(context.tx, ledger, [{ ...movement, source: { type, uuid, line: 1 } }]);
  if (!posted.ok) return posted;
  if (movement.to.place === "location")
    await context.services.followUps.stockFreed(context.tx, ledger.providerUuid, [movement.variantUuid]);
  if (await isNeededByReceipts(context.tx, ledger.providerUuid, movement)) return refuse("stock.waitsForReceipt");
  await writeAudit(context.tx, context, {
    action,
    subjectType: "variant",
    subjectUuid: movement.variantUuid,
    detail: { ...detail, lot: movement.lot, quantity: movement.quantity, movement_source_uuid: uuid },
  });
  return ok({ movement_source_uuid: uuid });
}

/** Locks a location and returns why nothing may be put there; null if it may, until the end of the transaction. */
async function unfitForMore({ tx }: CallContext, providerUuid: string, locationUuid: string): Promise<RefusalName | null> {
  const place = (await lockLocations(tx, providerUuid, [locationUuid])).get(locationUuid);
  if (place === undefined) return "stock.locationUnknown";
  if (place.is_blocked) return "stock.locationBlocked";
  return place.is_closed ? "warehouses.closed" : null;
}

/** Moves pieces from one location to another, which may be in another warehouse. */
export async function moveByHand(context: CallContext, input: ParsedInputOf<typeof moveStock>): Promise<Posted> {
  const providerUuid = getProvider(context);
  const variant = await storedVariant(context, providerUuid, input.variant_uuid);
  if (!variant.ok) return variant;
  const from = await findNamedLocation(context.tx, providerUuid, input.from_location);
  const to = await findNamedLocation(context.tx, providerUuid, input.to_location);
  if (from === null || to === null) return refuse("stock.locationUnknown");
  if (from.location_uuid === to.location_uuid) return refuse("stock.samePlace");
  const unfit = await unfitForMore(context, providerUuid, to.location_uuid);
  if (unfit !== null) return refuse(unfit);
  const { condition, lot, quantity, note } = input;
  return postByHand(
    context,
    "stock.move",
    {
      variantUuid: variant.value.variant_uuid,
      ownerUuid: variant.value.owner_uuid,
      warehouseUuid: from.warehouse_uuid,
      toWarehouseUuid: to.warehouse_uuid,
      lot,
      quantity,
      reason: note,
      from: { place: "location", locationUuid: from.location_uuid, condition },
      to: { place: "location", locationUuid: to.location_uuid, condition },
    },
    { from: from.barcode, to: to.barcode, condition },
  );
}

/** Changes the condition of pieces; they stay where they are. */
export async function changeConditionByHand(context: CallContext, input: ParsedInputOf<typeof changeCondition>): Promise<Posted> {
  const providerUuid = getProvider(context);
  const variant = await storedVariant(context, providerUuid, input.variant_uuid);
  if (!variant.ok) return variant;
  const at = await findNamedLocation(context.tx, providerUuid, input.location);
  if (at === null) return refuse("stock.locationUnknown");
  const { condition, to_condition, lot, quantity, note } = input;
  if (condition === to_condition) return refuse("stock.samePlace");
  return postByHand(
    context,
    "stock.condition",
    {
      variantUuid: variant.value.variant_uuid,
      ownerUuid: variant.value.owner_uuid,
      warehouseUuid: at.warehouse_uuid,
      lot,
      quantity,
      reason: note,
      from: { place: "location", locationUuid: at.location_uuid, condition },
      to: { place: "location", locationUuid: at.location_uuid, condition: to_condition },
    },
    { location: at.barcode, from: condition, to: to_condition },
  );
}

/** Adjusts a number of pieces, with a reason that the ledger stores. */
export async function adjustByHand(context: CallContext, input: ParsedInputOf<typeof adjustStock>): Promise<Posted> {
  const providerUuid = getProvider(context);
  const variant = await storedVariant(context, providerUuid, input.variant_uuid);
  if (!variant.ok) return variant;
  const at = await findNamedLocation(context.tx, providerUuid, input.location);
  if (at === null) return refuse("stock.locationUnknown");
  const { condition, delta, lot, note, reason } = input;
  const { variant_uuid: variantUuid, owner_uuid: ownerUuid } = variant.value;
  // Pieces may be taken out of a blocked location, and from whatever lot they were booked under; the checks are for pieces that are added.
  if (delta > 0) {
    const unfit = await unfitForMore(context, providerUuid, at.location_uuid);
    if (unfit !== null) return refuse(unfit);
    const problem = getLotRefusal(variant.value, lot);
    if (problem !== null) return refuse(problem);
    if (lot !== "") await saveLots(context.tx, providerUuid, [{ variantUuid, ownerUuid, lot, expiresOn: null }]);
  }
  const place = { place: "location", locationUuid: at.location_uuid, condition } as const;
  const outside = { place: "adjustment", condition } as const;
  return postByHand(
    context,
    "stock.adjustment",
    {
      variantUuid,
      ownerUuid,
      warehouseUuid: at.warehouse_uuid,
      lot,
      quantity: Math.abs(delta),
      reason: note === "" ? reason : `${reason}: ${note}`,
      from: delta > 0 ? outside : place,
      to: delta > 0 ? place : outside,
    },
    { location: at.barcode, condition, delta, reason },
  );
}

/** Sets the last good day of a lot. */
export async function setLotDay(
  context: CallContext,
  { variant_uuid, lot, expires_on }: ParsedInputOf<typeof upsertLot>,
): Promise<Result<{ lot: string; expires_on: string | null }, RefusalName>> {
  const providerUuid = getProvider(context);
  const variant = await storedVariant(context, providerUuid, variant_uuid);
  if (!variant.ok) return variant;
  if (!variant.value.keeps_lots) return refuse("stock.lotNotKept");
  await setLot(context.tx, providerUuid, {
    variantUuid: variant.value.variant_uuid,
    ownerUuid: variant.value.owner_uuid,
    lot,
    expiresOn: expires_on,
  });
  await writeAudit(context.tx, context, {
    action: "stock.lot",
    subjectType: "variant",
    subjectUuid: variant.value.variant_uuid,
    detail: { lot, expires_on },
  });
  return ok({ lot, expires_on });
}
