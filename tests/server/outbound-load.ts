import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { openBag, putIntoBag, sealBag } from "#src/outbound/bagging/bagging.contract.ts";
import { handOverManifest, makeManifest } from "#src/outbound/bagging/manifests.contract.ts";
import { packOrder, weighParcel } from "#src/outbound/packing/packing.contract.ts";
import { beginReview, finishReview, reviewPieces } from "#src/outbound/review/review.contract.ts";
import { createPersistentClient } from "./persistent-client.ts";
import type { PersistentClient } from "./persistent-client.ts";
import type { StockStage } from "./stage-stock.ts";
import type { WaveScene } from "./wave-scene.ts";

/* People who review, pack, weigh, bag, seal and hand over by HTTP as fast as they get answers. */

/** What was acknowledged. */
export interface AcknowledgedWork {
  reviewedPieces: number;
  reviewed: number;
  packed: number;
  weighed: number;
  bagged: number;
  sealed: number;
  handedOver: number;
}

export interface OutboundLoad extends Pick<PersistentClient, "answered" | "interrupted" | "troubles"> {
  readonly acknowledged: Readonly<AcknowledgedWork>;
  /** Adds picked orders to what the people work on. */
  add(orders: readonly string[]): void;
  /** Starts nothing new; resolves when everything started is answered. */
  finish(): Promise<void>;
}

interface OutboundPlace {
  readonly scene: WaveScene;
  readonly on: StockStage;
  readonly channelUuids: readonly string[];
  /** the server's origin; the same after each restart */
  readonly origin: string;
}

const idleMs = 50;

/** Puts people to work at the stations of a warehouse. */
export function startOutboundLoad({ scene, on: { warehouseUuid: warehouse_uuid }, channelUuids, origin }: OutboundPlace): OutboundLoad {
  const { provider, operator } = scene.world;
  const { ask, interrupted, answered, troubles } = createPersistentClient(origin);
  const over = new AbortController();
  const waiting: string[] = [];
  const acknowledged: AcknowledgedWork = {
    reviewedPieces: 0,
    reviewed: 0,
    packed: 0,
    weighed: 0,
    bagged: 0,
    sealed: 0,
    handedOver: 0,
  };

  async function review(order_uuid: string, who: { token: string }): Promise<boolean> {
    const begun = await ask(beginReview, { order_uuid }, who);
    if (begun === null) return false;
    const { review_uuid, lines } = begun;
    for (const { line_number, quantity } of lines)
      if ((await ask(reviewPieces, { review_uuid, line_number, quantity }, who)) !== null) acknowledged.reviewedPieces += quantity;
    if ((await ask(finishReview, { review_uuid }, who)) === null) return false;
    acknowledged.reviewed += 1;
    return true;
  }

  async function packAndWeigh(order_uuid: string, who: { token: string }): Promise<void> {
    const items = await scene.read(
      sql<{
        variant_uuid: string;
        lot: string;
        quantity: number;
      }>`select variant_uuid, lot, sum(quantity)::integer as quantity from reservation
        where source_type = 'order' and source_uuid = ${order_uuid} and status = 'open' group by 1, 2 order by 1`,
    );
    const packing = await ask(packOrder, { order_uuid, parcels: [{ box_uuid: null, items }] }, who);
    if (packing === null) return;
    acknowledged.packed += 1;
    for (const { parcel_uuid } of packing.parcels)
      if ((await ask(weighParcel, { parcel_uuid, measured_grams: 610 }, who)) !== null) acknowledged.weighed += 1;
  }

  const workAs = (who: { token: string }) => async (): Promise<void> => {
    const order = waiting.shift();
    if (order === undefined) await sleep(idleMs);
    else if (await review(order, who)) await packAndWeigh(order, who);
  };

  /** Weighed parcels that have their waybill, and are in no bag. */
  async function listToBag(channelUuid: string): Promise<string[]> {
    const rows = await scene.read(
      sql<{ parcel_uuid: string }>`select p.parcel_uuid from parcel p join waybill w using (provider_uuid, parcel_uuid)
        where p.warehouse_uuid = ${warehouse_uuid} and p.status = 'weighed' and w.channel_uuid = ${channelUuid} and w.status = 'issued'
        order by 1 limit 3`,
    );
    return rows.map(({ parcel_uuid }) => parcel_uuid);
  }

  const handOverAs = (who: { token: string }, channel_uuid: string) => async (): Promise<void> => {
    const parcel_ids = await listToBag(channel_uuid);
    if (parcel_ids.length === 0) {
      await sleep(idleMs);
      return;
    }
    const bag = await ask(openBag, { warehouse_uuid, channel_uuid }, who);
    if (bag === null) return;
    const { bag_uuid } = bag;
    // Not in one statement: it would add to what the number was before the answer, and others add meanwhile.
    const put = await ask(putIntoBag, { bag_uuid, parcel_ids }, who);
    acknowledged.bagged += put?.done ?? 0;
    if ((await ask(sealBag, { bag_uuid, weight_grams: 2000 }, who)) !== null) acknowledged.sealed += 1;
    const manifest = await ask(makeManifest, { bag_uuids: [bag_uuid] }, who);
    if (manifest === null) return;
    const signed = { manifest_uuid: manifest.manifest_uuid, carrier_person: "Sam Carrier", signed_name: "Sam Carrier" };
    const left = await ask(handOverManifest, signed, who);
    acknowledged.handedOver += left?.parcel_count ?? 0;
  };

  async function repeatedly(work: () => Promise<void>): Promise<void> {
    while (!over.signal.aborted) await work();
  }

  const working = Promise.all([
    repeatedly(workAs(provider)),
    repeatedly(workAs(operator)),
    ...channelUuids.map((channelUuid) => repeatedly(handOverAs(provider, channelUuid))),
  ]);
  return {
    acknowledged,
    answered,
    interrupted,
    troubles,
    add: (orders) => void waiting.push(...orders),
    async finish() {
      over.abort();
      await working;
    },
  };
}
