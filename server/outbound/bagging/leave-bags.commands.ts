import { sql } from "kysely";
import type { StepScope, TakenStep } from "#server/platform/services.ts";
import { asPlatform } from "../orders/order-scope.ts";
import { reopenBags } from "./bags.commands.ts";
import { lockBags, publishBags } from "./locked-bags.commands.ts";

/** The steps after which an order no longer has parcels. */
const leaving: ReadonlySet<string> = new Set(["leave_wave", "accept_cancel", "reopen_packing"]);

/**
 * Takes the parcels of orders that were kicked, cancelled or unpacked out of their bags. A sealed bag must be opened for it: it is open again, leaves its
 * manifest, and is weighed anew. A manifest that loses its last bag is cancelled.
 */
export async function leaveBags(scope: StepScope, steps: readonly TakenStep[]): Promise<void> {
  const { tx, providerUuid, userUuid, now } = scope;
  const left = steps.filter(({ event }) => leaving.has(event));
  if (left.length === 0) return;
  await asPlatform(scope, async () => {
    const { rows } = await sql<{ entry_uuid: string; bag_uuid: string; parcel_uuid: string; order_uuid: string }>`
      select k.entry_uuid, k.bag_uuid, k.parcel_uuid, p.order_uuid from parcel p
        join bag_parcel k on k.provider_uuid = p.provider_uuid and k.parcel_uuid = p.parcel_uuid and k.taken_at is null
      where p.provider_uuid = ${providerUuid} and p.order_uuid = any (${left.map(({ order_uuid }) => order_uuid)}::uuid[])
      order by p.parcel_uuid for no key update of p`.execute(tx);
    if (rows.length === 0) return;
    const bags = await lockBags(
      { tx, providerUuid },
      rows.map(({ bag_uuid }) => bag_uuid),
    );
    const events = new Map(left.map(({ order_uuid, event }) => [order_uuid, event]));
    const entries = rows.map(({ entry_uuid, order_uuid }) => ({ entry_uuid, event: events.get(order_uuid) ?? "" }));
    await sql`
      update bag_parcel k set taken_by = ${userUuid}::uuid, taken_at = ${now}, taken_event = n.event
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as n (entry_uuid uuid, event text)
      where k.provider_uuid = ${providerUuid} and k.entry_uuid = n.entry_uuid`.execute(tx);
    await sql`update parcel set status = 'weighed', bagged_at = null, version = version + 1
      where provider_uuid = ${providerUuid} and parcel_uuid = any (${rows.map(({ parcel_uuid }) => parcel_uuid)}::uuid[]) and status = 'bagged'`.execute(
      tx,
    );
    const sealed = bags.filter(({ status }) => status !== "open");
    if (sealed.length > 0)
      await reopenBags(
        { tx, providerUuid },
        sealed.map(({ bag_uuid }) => bag_uuid),
      );
    const manifests = sealed.flatMap(({ manifest_uuid }) => manifest_uuid ?? []);
    if (manifests.length > 0)
      await sql`update manifest m set status = 'cancelled', version = version + 1
        where m.provider_uuid = ${providerUuid} and m.manifest_uuid = any (${manifests}::uuid[]) and m.status = 'made'
          and not exists (select from bag b where b.provider_uuid = m.provider_uuid and b.manifest_uuid = m.manifest_uuid)`.execute(tx);
    await publishBags({ tx, providerUuid }, bags);
  });
}
