import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { openBag, sealBag, unsealBag } from "#src/outbound/bagging/bagging.contract.ts";
import { takeNextNumber } from "#server/platform/db/document-number.commands.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { readWarehouseDay } from "#server/warehouse/warehouses/time-zones.queries.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { lockBag, publishBags } from "./locked-bags.commands.ts";

/** Opens a bag for a channel, by default for today in the warehouse. */
export async function open(
  scope: OrderScope,
  { warehouse_uuid, channel_uuid, ship_date }: ParsedInputOf<typeof openBag>,
): Promise<Result<string, "notFound" | "bagging.dayPast">> {
  const { tx, providerUuid, userUuid, now } = scope;
  // A waybill whose numbers are entered by hand has no account, and neither has the bag it goes into.
  const { rows } = await sql<{ carrier_account_uuid: string | null; today: string }>`
    select a.carrier_account_uuid, (${now}::timestamptz at time zone h.time_zone)::date::text as today from channel c join warehouse h on h.provider_uuid = c.provider_uuid and h.warehouse_uuid = ${warehouse_uuid}
      left join carrier_account a on a.provider_uuid = c.provider_uuid and a.carrier_account_uuid = c.carrier_account_uuid and a.api_name <> 'other'
    where c.provider_uuid = ${providerUuid} and c.channel_uuid = ${channel_uuid}`.execute(tx);
  const [channel] = rows;
  if (channel === undefined) return refuse("notFound");
  const day = ship_date ?? channel.today;
  if (day < channel.today) return refuse("bagging.dayPast");
  const bag_uuid = newId();
  await tx
    .insertInto("bag")
    .values({
      provider_uuid: providerUuid,
      bag_uuid,
      bag_number: await takeNextNumber(tx, providerUuid, "bag", now),
      warehouse_uuid: warehouse_uuid.toLowerCase(),
      channel_uuid: channel_uuid.toLowerCase(),
      carrier_account_uuid: channel.carrier_account_uuid,
      ship_date: day,
      opened_by: userUuid,
      opened_at: now,
    })
    .execute();
  await publishBags(scope, [{ bag_uuid, warehouse_uuid }]);
  return ok(bag_uuid);
}

/** Seals a bag with its weight. A bag of a past day leaves today at the earliest, and becomes one of today. */
export async function seal(
  scope: OrderScope,
  { bag_uuid, weight_grams }: ParsedInputOf<typeof sealBag>,
): Promise<Result<string, "notFound" | "bagging.bagNotOpen" | "bagging.bagEmpty">> {
  const { tx, providerUuid, userUuid, now } = scope;
  const bag = await lockBag(scope, bag_uuid);
  if (bag === null) return refuse("notFound");
  if (bag.status !== "open") return refuse("bagging.bagNotOpen");
  const { rows } = await sql`select from bag_parcel
    where provider_uuid = ${providerUuid} and bag_uuid = ${bag.bag_uuid} and taken_at is null limit 1`.execute(tx);
  if (rows.length === 0) return refuse("bagging.bagEmpty");
  const today = await readWarehouseDay(scope, bag.warehouse_uuid);
  await sql`update bag set status = 'sealed', weight_grams = ${weight_grams}, ship_date = greatest(ship_date, ${today}::date), sealed_by = ${userUuid}::uuid, sealed_at = ${now}, version = version + 1
    where provider_uuid = ${providerUuid} and bag_uuid = ${bag.bag_uuid}`.execute(tx);
  await publishBags(scope, [bag]);
  return ok(bag.bag_uuid);
}

/** Reopens bags that this transaction has locked: they lose their weight and leave their manifest. */
export async function reopenBags({ tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">, uuids: readonly string[]): Promise<void> {
  await sql`update bag set status = 'open', weight_grams = null, sealed_by = null, sealed_at = null, manifest_uuid = null, version = version + 1
    where provider_uuid = ${providerUuid} and bag_uuid = any (${[...uuids]}::uuid[])`.execute(tx);
}

/** Reopens a sealed bag. */
export async function unseal(
  scope: OrderScope,
  { bag_uuid }: ParsedInputOf<typeof unsealBag>,
): Promise<Result<string, "notFound" | "bagging.bagInManifest" | "bagging.bagNotSealed">> {
  const bag = await lockBag(scope, bag_uuid);
  if (bag === null) return refuse("notFound");
  if (bag.manifest_uuid !== null) return refuse("bagging.bagInManifest");
  if (bag.status !== "sealed") return refuse("bagging.bagNotSealed");
  await reopenBags(scope, [bag.bag_uuid]);
  await publishBags(scope, [bag]);
  return ok(bag.bag_uuid);
}
