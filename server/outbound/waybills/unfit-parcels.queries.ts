import { chooseChannels } from "#src/carriers/channels/channel-choice.rules.ts";
import type { PricedChannel } from "#src/carriers/channels/channels.contract.ts";
import { readBalances } from "#server/billing/wallet/accounts.queries.ts";
import { listPricedChannels } from "#server/carriers/channels/channels.queries.ts";
import { readShippedParcels, toParcel } from "../orders/order-work.commands.ts";
import type { ShippedParcel } from "../orders/order-work.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";

type UnfitScope = Pick<OrderScope, "tx" | "providerUuid">;

/** Why a parcel cannot be sent by a channel. */
export type UnfitRefusal = "notFound" | "waybills.channelUnfit" | "orders.channelUnfit" | "orders.cannotCollect";

/** Returns why a channel cannot ship a parcel, or null. @param currency of the paying wallet; null if nobody pays */
function findUnfitness(channel: PricedChannel, parcel: ShippedParcel, currency: string | null): UnfitRefusal | null {
  // No carrier's interface collects cash (ADR 56).
  if (parcel.collects && channel.api_name !== null && channel.api_name !== "other") return "orders.cannotCollect";
  const [offer] = chooseChannels([channel], [{ ...toParcel(parcel), warehouseUuid: parcel.warehouse_uuid, currency }]);
  if (offer === undefined || offer.price.ok) return null;
  const { problem } = offer.price;
  if (problem === "disabled" || problem === "accountDisabled") return "waybills.channelUnfit";
  // A channel made by hand has no prices: it ships what it is named for.
  return problem === "noPrice" && channel.zones.length === 0 ? null : "orders.channelUnfit";
}

/**
 * Finds the parcels that a channel cannot ship: by its rules on countries, weights and prices, by what each parcel weighs now.
 * @returns why, by the parcels' uuids
 */
export async function findUnfitParcels(
  { tx, providerUuid }: UnfitScope,
  parcelUuids: readonly string[],
  channelUuid: string,
): Promise<Map<string, UnfitRefusal>> {
  const refusals = new Map<string, UnfitRefusal>();
  const page = await listPricedChannels(tx, providerUuid, [channelUuid], { cur_page: 1, page_size: 1 }, true);
  const channel = page.ok ? page.value.result[0] : undefined;
  if (channel === undefined) return new Map(parcelUuids.map((uuid) => [uuid, "notFound"]));
  const parcels = await readShippedParcels({ tx, providerUuid }, parcelUuids);
  const payers = parcels.map(({ owner_uuid }) => owner_uuid).filter((uuid) => uuid !== providerUuid);
  const balances = await readBalances(tx, providerUuid, payers);
  for (const parcel of parcels) {
    const refusal = findUnfitness(channel, parcel, balances.get(parcel.owner_uuid)?.currency ?? null);
    if (refusal !== null) refusals.set(parcel.parcel_uuid, refusal);
  }
  return refusals;
}
