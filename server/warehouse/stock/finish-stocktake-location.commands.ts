import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { finishLocation, reopenLocation } from "#src/warehouse/stock/stocktake.contract.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { CallContext } from "#server/platform/http/context.ts";
import type { LocationRow } from "#server/warehouse/warehouses/locations.queries.ts";
import { lockForCounting, findCountedLocation, writeCount } from "./count-stocktake.commands.ts";
import { note, requireStaffProvider } from "./stocktake.commands.ts";
import type { LockedStocktake } from "./stocktake.queries.ts";

interface StocktakeLocation {
  readonly held: LockedStocktake;
  readonly location: LocationRow;
}

async function findStocktakeLocation(
  context: CallContext,
  { stocktake_uuid, location: code }: ParsedInputOf<typeof finishLocation>,
): Promise<Result<StocktakeLocation, RefusalName>> {
  const held = await lockForCounting(context, stocktake_uuid);
  if (!held.ok) return held;
  const location = await findCountedLocation(context, requireStaffProvider(context), held.value, code);
  return location.ok ? ok({ held: held.value, location: location.value }) : location;
}

function linesAt({ tx, ...context }: CallContext, { held, location }: StocktakeLocation) {
  return tx
    .selectFrom("stocktake_line")
    .where("provider_uuid", "=", requireStaffProvider({ tx, ...context }))
    .where("stocktake_uuid", "=", held.stocktake_uuid)
    .where("location_uuid", "=", location.location_uuid);
}

/** Saves who last said that nothing else is there. */
async function writeFinished(context: CallContext, { held, location }: StocktakeLocation): Promise<void> {
  const said = { finished_by: requireActor(context).userUuid, finished_at: context.now };
  const place = {
    provider_uuid: requireStaffProvider(context),
    stocktake_uuid: held.stocktake_uuid,
    location_uuid: location.location_uuid,
  };
  await context.tx
    .insertInto("stocktake_location")
    .values({ ...place, ...said })
    .onConflict((conflict) => conflict.constraint("stocktake_location_pkey").doUpdateSet(said))
    .execute();
}

/**
 * Records that nothing else is at a location: lines expected there and not counted are counted as zero; in a recount, lines that differed and were not
 * counted again. A location without lines is recorded as empty.
 */
export async function finishCounting(
  context: CallContext,
  input: ParsedInputOf<typeof finishLocation>,
): Promise<Result<OutputOf<typeof finishLocation>, RefusalName>> {
  const place = await findStocktakeLocation(context, input);
  if (!place.ok) return place;
  const { held, location } = place.value;
  const isLeft =
    held.status === "recount"
      ? sql<boolean>`recounted is null and (counted is null or counted <> expected)`
      : sql<boolean>`counted is null`;
  const left = await linesAt(context, place.value).select("line_uuid").where(isLeft).orderBy("line_uuid").forUpdate().execute();
  const line_uuids = left.map(({ line_uuid }) => line_uuid);
  await writeCount(context, held, line_uuids, 0);
  await writeFinished(context, place.value);
  const counted = await linesAt(context, place.value)
    .select("line_uuid")
    .where(sql<boolean>`coalesce(recounted, counted) > 0`)
    .executeTakeFirst();
  const about = { number: held.stocktake_number, location: location.barcode, none: line_uuids.length, is_empty: counted === undefined };
  await note(context, "stock.finish-location", held.stocktake_uuid, about);
  return ok({ barcode: location.barcode, line_uuids, is_empty: about.is_empty });
}

/** Undoes that, unless one of the lines that it counted as zero was counted since. */
export async function reopenCounting(
  context: CallContext,
  { line_uuids, ...input }: ParsedInputOf<typeof reopenLocation>,
): Promise<Result<{ barcode: string }, RefusalName>> {
  const place = await findStocktakeLocation(context, input);
  if (!place.ok) return place;
  const { held, location } = place.value;
  const wanted = [...new Set(line_uuids.map((uuid) => uuid.toLowerCase()))];
  const none = await linesAt(context, place.value)
    .select("line_uuid")
    .where(sql<boolean>`line_uuid = any (${wanted}::uuid[])`)
    .where(held.status === "recount" ? "recounted" : "counted", "=", 0)
    .orderBy("line_uuid")
    .forUpdate()
    .execute();
  if (none.length !== wanted.length) return refuse("changedMeanwhile");
  await writeCount(context, held, wanted, null);
  await context.tx
    .deleteFrom("stocktake_location")
    .where("provider_uuid", "=", requireStaffProvider(context))
    .where("stocktake_uuid", "=", held.stocktake_uuid)
    .where("location_uuid", "=", location.location_uuid)
    .execute();
  await note(context, "stock.reopen-location", held.stocktake_uuid, { number: held.stocktake_number, location: location.barcode });
  return ok({ barcode: location.barcode });
}

/** Returns who said that nothing else is at a location; an empty one has no lines that would tell. */
export async function readFinishedAt(
  { tx }: CallContext,
  providerUuid: string,
  stocktakeUuid: string,
  locationUuid: string,
): Promise<{ finished_by: string; finished_at: string | null }> {
  const row = await tx
    .selectFrom("stocktake_location")
    .select(["finished_at", sql<string>`colleague_name(finished_by)`.as("finished_by")])
    .where("provider_uuid", "=", providerUuid)
    .where("stocktake_uuid", "=", stocktakeUuid)
    .where("location_uuid", "=", locationUuid)
    .executeTakeFirst();
  return { finished_by: row?.finished_by ?? "", finished_at: row?.finished_at.toISOString() ?? null };
}
