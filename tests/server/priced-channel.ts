import type { Insertable } from "kysely";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { ChannelPrice } from "#server/platform/db/schema.generated.ts";

/** A price up to a weight: `base_micros` is the amount in millionths of a dollar. */
type Price = Pick<Insertable<ChannelPrice>, "up_to_grams" | "base_micros"> & Partial<Insertable<ChannelPrice>>;

interface PricedChannel {
  readonly name: string;
  readonly prices: readonly Price[];
  /** empty: to all countries */
  readonly countries?: readonly string[];
}

/** Inserts a channel whose prices in US dollars are the same for all countries. @returns its uuid */
export async function insertPricedChannel(tx: Tx, provider_uuid: string, { name, prices, countries = [] }: PricedChannel): Promise<string> {
  const channel = { provider_uuid, channel_uuid: newId() };
  await tx
    .insertInto("channel")
    .values({ ...channel, name, currency: "USD", include_countries: [...countries] })
    .execute();
  await tx
    .insertInto("channel_zone")
    .values({ ...channel, zone_number: 1, name: "All" })
    .execute();
  await tx
    .insertInto("channel_price")
    .values(prices.map((price) => ({ ...channel, zone_number: 1, ...price })))
    .execute();
  return channel.channel_uuid;
}
