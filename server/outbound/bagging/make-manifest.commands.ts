import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { toManifestKey } from "#src/outbound/bagging/bagging.rules.ts";
import type { makeManifest } from "#src/outbound/bagging/manifests.contract.ts";
import { takeNextNumber } from "#server/platform/db/document-number.commands.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { lockBags, publishBags } from "./locked-bags.commands.ts";

/** Creates a manifest of sealed bags. */
export async function make(
  scope: OrderScope,
  { bag_uuids }: ParsedInputOf<typeof makeManifest>,
): Promise<Result<string, "notFound" | "bagging.bagNotSealed" | "bagging.mixedBags">> {
  const { tx, providerUuid, userUuid, now } = scope;
  const wanted = [...new Set(bag_uuids.map((uuid) => uuid.toLowerCase()))];
  const bags = await lockBags(scope, wanted);
  const [first] = bags;
  if (first === undefined || bags.length < wanted.length) return refuse("notFound");
  if (bags.some(({ status }) => status !== "sealed")) return refuse("bagging.bagNotSealed");
  if (new Set(bags.map(toManifestKey)).size > 1) return refuse("bagging.mixedBags");
  const { warehouse_uuid, carrier_account_uuid, channel_uuid, ship_date } = first;
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
