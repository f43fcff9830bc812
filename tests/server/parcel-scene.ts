import assert from "node:assert/strict";
import { sql } from "kysely";
import { carrierNames } from "#sandbox/carriers/accounts.ts";
import { createCarrierAccount } from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { createChannel } from "#src/carriers/channels/channels.contract.ts";
import { askCarrier } from "#server/outbound/waybills/ask-carrier.ts";
import type { Asking } from "#server/outbound/waybills/ask-carrier.ts";
import { openAsking } from "#server/outbound/waybills/open-asking.ts";
import { trackAccount } from "#server/outbound/waybills/track.commands.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { confirmOrders, submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { getPacking, packOrder, weighParcel } from "#src/outbound/packing/packing.contract.ts";
import { beginReview, finishReview, reviewPieces } from "#src/outbound/review/review.contract.ts";
import type { SandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import { request } from "./client.ts";
import type { StockStage } from "./stage-stock.ts";
import type { WaveScene } from "./wave-scene.ts";

const recipient = {
  consignee: "Alex Example",
  address: "1 Example Street",
  city: "Springfield",
  state: "IL",
  zip: "62701",
  phone: "+1 217 555 0100",
};

/** An account with a sandbox carrier and a channel of it, or a channel without an account. */
export interface ChannelOf {
  readonly accountUuid: string | null;
  readonly channelUuid: string;
}

/** Creates a channel, with an account of its own where credentials are given. */
export async function makeChannel(
  scene: WaveScene,
  credentials: { readonly clientId: string; readonly apiToken: string } | null = null,
  {
    apiName = "4px",
    code = "PX-REG",
    internal_id = "",
    label_format = "pdf",
  }: {
    apiName?: "4px" | "yunexpress" | "yanwen" | "other";
    code?: string;
    internal_id?: string;
    label_format?: "pdf" | "zpl";
  } = {},
): Promise<ChannelOf> {
  const { app } = scene.server;
  let accountUuid: string | null = null;
  if (credentials !== null) {
    const { clientId: client_id, apiToken: api_token } = credentials;
    const input = { api_name: apiName, label: `Account ${newId()}`, client_id, api_token };
    accountUuid = (await request(app, createCarrierAccount, input, scene.asProvider())).data.carrier_account_uuid;
  }
  const made = await request(
    app,
    createChannel,
    { name: `Channel ${newId()}`, carrier_account_uuid: accountUuid, code: accountUuid === null ? "" : code, internal_id, label_format },
    scene.asProvider(),
  );
  assert.equal(made.code, 200, made.text);
  return { accountUuid, channelUuid: made.data.channel_uuid };
}

/** A service of each carrier in the sandbox. */
const carrierServices = {
  "4px": { code: "PX-REG" },
  yunexpress: { code: "YT-DIRECT" },
  yanwen: { code: "OWN", internal_id: "112" },
} as const;

/** Creates a channel of each carrier in the sandbox, with an account of its own. */
export async function makeCarrierChannels(scene: WaveScene, sandbox: SandboxCarriers): Promise<ChannelOf[]> {
  const channels: ChannelOf[] = [];
  for (const apiName of carrierNames)
    channels.push(await makeChannel(scene, sandbox.credentials(apiName), { apiName, ...carrierServices[apiName] }));
  return channels;
}

/** A warehouse with goods of 300 g, and a place to pack at. */
export async function stageParcels(scene: WaveScene, pieces = 500): Promise<StockStage> {
  const on = await scene.stage([
    [0, 0, pieces],
    [1, 1, pieces],
  ]);
  await scene.server.services.database.transaction(scene.staff(), (tx) =>
    sql`update variant set weight_grams = 300, length_mm = 100, width_mm = 80, height_mm = 60, declared_name = 'Cotton shirt', declared_name_zh = '棉衬衫',
        declared_value_cents = 1250, hs_code = '610510', origin_country = 'CN'
      where provider_uuid = ${on.providerUuid} and variant_uuid = any (${on.variants.map(({ variantUuid }) => variantUuid)}::uuid[])`.execute(
      tx,
    ),
  );
  await scene.addLocation(on, "packing");
  return on;
}

export interface MadeParcel {
  readonly orderUuid: string;
  readonly parcelUuid: string;
  readonly parcelNumber: string;
}

interface ParcelsWish {
  /** how many orders of one parcel each */
  readonly count: number;
  readonly channelUuid: string | null;
  /** whether the parcels are weighed, which requests their waybills; else they are packed alone */
  readonly isWeighed?: boolean;
}

/** Orders of two SKUs whose pieces were picked in one wave, through the calls that people make. @returns their uuids */
export async function makePickedOrders(
  scene: WaveScene,
  on: StockStage,
  { count, channelUuid }: Pick<ParcelsWish, "count" | "channelUuid">,
): Promise<string[]> {
  const { app } = scene.server;
  const orders: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const draft = {
      country: "US",
      recipient,
      warehouse_uuid: on.warehouseUuid,
      channel_uuid: channelUuid,
      lines: [
        { sku: on.variants[0]?.sku ?? "", quantity: 1 },
        { sku: on.variants[1]?.sku ?? "", quantity: 1 },
      ],
    };
    const made = await request(app, createOrder, draft, scene.asRetailer());
    assert.equal(made.code, 200, made.text);
    orders.push(made.data.order_uuid);
  }
  await request(app, submitOrders, { order_ids: orders }, scene.asRetailer());
  const confirmed = await request(app, confirmOrders, { order_ids: orders }, scene.asProvider());
  assert.deepEqual(confirmed.data.failed, []);
  await scene.pickInto(on, await scene.buildOf(orders, "wall"));
  return orders;
}

/** Such orders, reviewed and packed into a parcel each. */
export async function makeParcels(scene: WaveScene, on: StockStage, { isWeighed = true, ...wish }: ParcelsWish): Promise<MadeParcel[]> {
  const { app } = scene.server;
  const provider = scene.asProvider();
  const parcels: MadeParcel[] = [];
  for (const order_uuid of await makePickedOrders(scene, on, wish)) {
    const { review_uuid, lines } = (await request(app, beginReview, { order_uuid }, provider)).data;
    for (const { line_number, quantity } of lines) await request(app, reviewPieces, { review_uuid, line_number, quantity }, provider);
    await request(app, finishReview, { review_uuid }, provider);
    parcels.push(await packWhole(scene, order_uuid));
  }
  if (isWeighed) for (const { parcelUuid } of parcels) await weigh(scene, parcelUuid);
  return parcels;
}

/** Packs a reviewed order into one parcel. */
export async function packWhole(scene: WaveScene, order_uuid: string): Promise<MadeParcel> {
  const { app } = scene.server;
  const { items } = (await request(app, getPacking, { order_uuid }, scene.asProvider())).data;
  const whole = items.map(({ variant_uuid, lot, quantity }) => ({ variant_uuid, lot, quantity }));
  const packed = await request(app, packOrder, { order_uuid, parcels: [{ box_uuid: null, items: whole }] }, scene.asProvider());
  assert.equal(packed.code, 200, packed.text);
  const [parcel] = packed.data.parcels;
  return { orderUuid: order_uuid, parcelUuid: parcel?.parcel_uuid ?? "", parcelNumber: parcel?.parcel_number ?? "" };
}

/** Weighs a parcel of two pieces. */
export async function weigh(scene: WaveScene, parcel_uuid: string): Promise<void> {
  const weighed = await request(scene.server.app, weighParcel, { parcel_uuid, measured_grams: 610 }, scene.asProvider());
  assert.equal(weighed.code, 200, weighed.text);
}

/** Parcels that were weighed. With a channel, their waybills are requested. */
export function makeWeighedParcels(scene: WaveScene, on: StockStage, count: number, channelUuid: string | null): Promise<MadeParcel[]> {
  return makeParcels(scene, on, { count, channelUuid });
}

async function openFor(scene: WaveScene, accountUuid: string, seconds: number): Promise<Asking> {
  const { services, clock } = scene.server;
  clock.advance(seconds * 1000);
  const { signal } = new AbortController();
  const asking = await openAsking(services, { providerUuid: scene.world.providerA, accountUuid, signal });
  if (asking === null) throw new Error("this account cannot be opened");
  return { ...asking, shortWaitMs: 0 };
}

/** Works through what is due of an account some seconds later, as its job does. */
export async function runCarrierJob(scene: WaveScene, accountUuid: string, seconds = 20): Promise<void> {
  await askCarrier(await openFor(scene, accountUuid, seconds));
}

/** Looks for an account's parcels some minutes later, as the job does. */
export async function runTrackingJob(scene: WaveScene, accountUuid: string, minutes = 0): Promise<void> {
  await trackAccount(await openFor(scene, accountUuid, minutes * 60));
}
