import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { saveCutOffs, savePrices } from "#src/carriers/channels/channels.contract.ts";
import { findChangeRefusal, setChannel } from "./channel.commands.ts";
import type { ChannelContext, Versioned } from "./channel.commands.ts";
import { readWalletCurrencies } from "./channels.queries.ts";

type Zones = ParsedInputOf<typeof savePrices>["zones"];

/** Replaces a channel's zones with their prices, which go with their zone. */
async function replaceZones({ tx, providerUuid }: ChannelContext, channelUuid: string, zones: Zones): Promise<void> {
  await tx.deleteFrom("channel_zone").where("provider_uuid", "=", providerUuid).where("channel_uuid", "=", channelUuid).execute();
  if (zones.length === 0) return;
  const key = { provider_uuid: providerUuid, channel_uuid: channelUuid };
  await tx
    .insertInto("channel_zone")
    .values(zones.map(({ name, countries }, at) => ({ ...key, zone_number: at + 1, name, countries })))
    .execute();
  await tx
    .insertInto("channel_price")
    .values(
      zones.flatMap(({ prices }, at) =>
        prices.map(({ up_to_grams, base_micros, step }) => ({
          ...key,
          zone_number: at + 1,
          up_to_grams,
          base_micros,
          step_grams: step?.every_grams ?? null,
          step_from_grams: step?.from_grams ?? null,
          step_micros: step?.price_micros ?? null,
        })),
      ),
    )
    .execute();
}

/** Replaces a channel's price table. Its currency must be one in which the provider's retailers pay. */
export async function replacePrices(context: ChannelContext, input: ParsedInputOf<typeof savePrices>): Promise<Versioned> {
  const refusal = await findChangeRefusal(context, input);
  if (refusal !== null) return refuse(refusal);
  const { channel_uuid, currency, min_chargeable_grams, max_grams, volumetric_divisor, zones } = input;
  if (!(await readWalletCurrencies(context.tx, context.providerUuid)).includes(currency)) return refuse("channels.otherCurrency");
  await replaceZones(context, channel_uuid, zones);
  return ok(await setChannel(context, input, { currency, min_chargeable_grams, max_grams, volumetric_divisor }));
}

/** Locks the named warehouses against closing and returns why they cannot have a cut-off; null if they can. */
async function findWarehouseRefusal({ tx, providerUuid }: ChannelContext, warehouseUuids: readonly string[]) {
  const warehouses = await tx
    .selectFrom("warehouse")
    .select("is_closed")
    .where("provider_uuid", "=", providerUuid)
    .where(sql<boolean>`warehouse_uuid = any(${[...warehouseUuids]}::uuid[])`)
    .orderBy("warehouse_uuid")
    .forShare()
    .execute();
  if (warehouses.length < warehouseUuids.length) return "notFound" as const;
  return warehouses.some(({ is_closed }) => is_closed) ? ("warehouses.closed" as const) : null;
}

/** Replaces a channel's cut-offs. Those of closed warehouses, which nobody sees, stay for when they open again. */
export async function replaceCutOffs(
  context: ChannelContext,
  { cut_offs, ...input }: ParsedInputOf<typeof saveCutOffs>,
): Promise<Versioned> {
  const { tx, providerUuid } = context;
  const { channel_uuid } = input;
  const refusal =
    (await findChangeRefusal(context, input)) ??
    (await findWarehouseRefusal(
      context,
      cut_offs.map(({ warehouse_uuid }) => warehouse_uuid),
    ));
  if (refusal !== null) return refuse(refusal);
  await sql`delete from channel_cut_off o using warehouse w
    where o.provider_uuid = ${providerUuid} and o.channel_uuid = ${channel_uuid}
      and w.provider_uuid = ${providerUuid} and w.warehouse_uuid = o.warehouse_uuid and not w.is_closed`.execute(tx);
  if (cut_offs.length > 0)
    await tx
      .insertInto("channel_cut_off")
      .values(cut_offs.map(({ warehouse_uuid, time }) => ({ provider_uuid: providerUuid, channel_uuid, warehouse_uuid, cut_off: time })))
      .execute();
  return ok(await setChannel(context, input, {}));
}
