import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { isTooLate, mostListed, toManifestKey } from "#src/outbound/bagging/bagging.rules.ts";
import type { dissolveManifest, makeManifest } from "#src/outbound/bagging/manifests.contract.ts";
import { takeNextNumber } from "#server/platform/db/document-number.commands.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { readWarehouseDay } from "#server/warehouse/warehouses/time-zones.queries.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { countParcelsOfBags } from "./bags.queries.ts";
import { lockBags, publishBags } from "./locked-bags.commands.ts";

/** Creates a manifest of sealed bags, which leave on their day or in the night after it. */
export async function make(
  scope: OrderScope,
  { bag_uuids }: ParsedInputOf<typeof makeManifest>,
): Promise<Result<string, "notFound" | "bagging.bagNotSealed" | "bagging.mixedBags" | "bagging.tooLate" | "bagging.manifestFull">> {
  const { tx, providerUuid, userUuid, now } = scope;
  const wanted = [...new Set(bag_uuids.map((uuid) => uuid.toLowerCase()))];
  const bags = await lockBags(scope, wanted);
  const [first] = bags;
  if (first === undefined || bags.length < wanted.length) return refuse("notFound");
  if (bags.some(({ status }) => status !== "sealed")) return refuse("bagging.bagNotSealed");
  if (new Set(bags.map(toManifestKey)).size > 1) return refuse("bagging.mixedBags");
  const { warehouse_uuid, carrier_account_uuid, channel_uuid, ship_date } = first;
  if (isTooLate(ship_date, await readWarehouseDay(scope, warehouse_uuid))) return refuse("bagging.tooLate");
  // Its list is printed as a whole.
  if ((await countParcelsOfBags(scope, wanted)) > mostListed) return refuse("bagging.manifestFull");
  const manifest_uuid = newId();
  await tx
    .insertInto("manifest")
    .values({
      provider_uuid: providerUuid,
      manifest_uuid,
      manifest_number: await takeNextNumber(tx, providerUuid, "manifest", now),
      warehouse_uuid,
      carrier_account_uuid,
      channel_uuid: carrier_account_uuid === null ? channel_uuid : null,
      ship_date,
      made_by: userUuid,
      made_at: now,
    })
    .execute();
  await sql`update bag set status = 'manifested', manifest_uuid = ${manifest_uuid}::uuid, version = version + 1
    where provider_uuid = ${providerUuid} and bag_uuid = any (${wanted}::uuid[])`.execute(tx);
  await publishBags(scope, bags);
  return ok(manifest_uuid);
}

/** Dissolves a manifest: its bags are sealed, and on none. */
export async function dissolve(
  scope: OrderScope,
  { manifest_uuid }: ParsedInputOf<typeof dissolveManifest>,
): Promise<Result<string, "notFound" | "bagging.manifestDone" | "bagging.nothingToHandOver">> {
  const { tx, providerUuid } = scope;
  const { rows: named } = await sql<{ bag_uuid: string }>`select bag_uuid from bag
    where provider_uuid = ${providerUuid} and manifest_uuid = ${manifest_uuid}`.execute(tx);
  const bags = await lockBags(
    scope,
    named.map(({ bag_uuid }) => bag_uuid),
  );
  const { rows: manifests } = await sql<{ manifest_uuid: string; status: string }>`select manifest_uuid, status from manifest
    where provider_uuid = ${providerUuid} and manifest_uuid = ${manifest_uuid} for no key update`.execute(tx);
  const [found] = manifests;
  if (found === undefined) return refuse("notFound");
  if (found.status === "handed_over") return refuse("bagging.manifestDone");
  if (found.status === "cancelled") return refuse("bagging.nothingToHandOver");
  await sql`update bag set status = 'sealed', manifest_uuid = null, version = version + 1
    where provider_uuid = ${providerUuid} and manifest_uuid = ${manifest_uuid}`.execute(tx);
  await sql`update manifest set status = 'cancelled', version = version + 1
    where provider_uuid = ${providerUuid} and manifest_uuid = ${manifest_uuid}`.execute(tx);
  await publishBags(scope, bags);
  return ok(found.manifest_uuid);
}
