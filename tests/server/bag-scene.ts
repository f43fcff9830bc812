import assert from "node:assert/strict";
import { sql } from "kysely";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { findToBag, getBag, openBag, putIntoBag, sealBag } from "#src/outbound/bagging/bagging.contract.ts";
import type { Bag } from "#src/outbound/bagging/bagging.contract.ts";
import { handOverManifest, makeManifest } from "#src/outbound/bagging/manifests.contract.ts";
import type { Manifest } from "#src/outbound/bagging/manifests.contract.ts";
import { getPacking, packOrder, weighParcel } from "#src/outbound/packing/packing.contract.ts";
import { beginReview, finishReview, reviewPieces } from "#src/outbound/review/review.contract.ts";
import { enterWaybill } from "#src/outbound/waybills/waybills.contract.ts";
import type { WaveKind } from "#src/outbound/waves/waves.rules.ts";
import { openCases } from "#server/outbound/exceptions/exception-case.commands.ts";
import { insertWaybills } from "#server/outbound/waybills/request.commands.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { request } from "./client.ts";
import type { StockStage } from "./stage-stock.ts";
import { WaveScene } from "./wave-scene.ts";

type Lines = readonly (readonly [variant: number, quantity: number])[];

/** Returns the kind of wave that orders with these lines are picked in. */
function getKind(lines: Lines): WaveKind {
  if (lines.length > 1) return "wall";
  return lines[0]?.[1] === 1 ? "single_piece" : "single_item";
}

/** A channel of the provider, with the account that its waybills are made by. */
export interface SceneChannel {
  readonly channelUuid: string;
  readonly name: string;
  readonly accountUuid: string | null;
}

/** A parcel that is weighed and has a waybill. */
export interface SceneParcel {
  readonly orderUuid: string;
  readonly parcelUuid: string;
  readonly parcelNumber: string;
  readonly waybillNumber: string;
  readonly trackingNumber: string;
}

/** The steps of tests about bags: orders through wave, review, packing and weighing to the bag and the hand-over, by real calls. */
export class BagScene extends WaveScene {
  /** A warehouse with goods and a place to pack at. */
  async stageGoods(): Promise<StockStage> {
    const on = await this.stage([
      [0, 0, 60],
      [1, 1, 60],
    ]);
    await this.addLocation(on, "packing");
    return on;
  }

  /** A channel, with an account of its own or without one. */
  async addChannel(hasAccount = true): Promise<SceneChannel> {
    const [channelUuid, account] = [newId(), newId()];
    const name = `Sea Mail ${channelUuid.slice(-8)}`;
    const { providerA: provider_uuid } = this.world;
    const accountUuid = hasAccount ? account : null;
    await this.server.services.database.transaction(this.staff(), async (tx) => {
      if (hasAccount)
        await tx
          .insertInto("carrier_account")
          .values({ provider_uuid, carrier_account_uuid: account, api_name: "yunexpress", label: `Account ${account.slice(-8)}` })
          .execute();
      // Orders are not priced by it: it has no prices.
      const channel = { provider_uuid, channel_uuid: channelUuid, name, carrier_account_uuid: accountUuid, is_enabled: false };
      await tx.insertInto("channel").values(channel).execute();
    });
    return { channelUuid, name, accountUuid };
  }

  /** Orders that were picked and reviewed, of one wave for each kind. */
  async reviewOrders(on: StockStage, wanted: readonly Lines[]): Promise<string[]> {
    const { app } = this.server;
    const orders: string[] = [];
    for (const lines of wanted) orders.push(await this.addOrder(on, lines));
    const kinds = Map.groupBy(orders, (_order, at) => getKind(wanted[at] ?? []));
    for (const [kind, same] of kinds) await this.pickInto(on, await this.buildOf(same, kind));
    for (const order_uuid of orders) {
      const { review_uuid, lines } = (await request(app, beginReview, { order_uuid }, this.asProvider())).data;
      for (const { line_number, quantity } of lines)
        await request(app, reviewPieces, { review_uuid, line_number, quantity }, this.asProvider());
      assert.equal((await request(app, finishReview, { review_uuid }, this.asProvider())).code, 200);
    }
    return orders;
  }

  /** Packs a reviewed order: all in one parcel, or each piece in its own. @param box_uuid of one parcel; null: in its own packaging @returns the parcels */
  async pack(order_uuid: string, isSplit = false, box_uuid: string | null = null): Promise<string[]> {
    const { app } = this.server;
    const { items } = (await request(app, getPacking, { order_uuid }, this.asProvider())).data;
    const goods = items.map(({ variant_uuid, lot, quantity }) => ({ variant_uuid, lot, quantity }));
    const parcels: InputOf<typeof packOrder>["parcels"] = isSplit
      ? goods.flatMap(({ quantity, ...one }) =>
          Array.from({ length: quantity }, () => ({ box_uuid: null, items: [{ ...one, quantity: 1 }] })),
        )
      : [{ box_uuid, items: goods }];
    const packed = await request(app, packOrder, { order_uuid, parcels }, this.asProvider());
    assert.equal(packed.code, 200);
    return packed.data.parcels.map(({ parcel_uuid }) => parcel_uuid);
  }

  async weigh(parcel_uuid: string): Promise<void> {
    const weighed = await request(this.server.app, weighParcel, { parcel_uuid, measured_grams: 500, reason: "Scene" }, this.asProvider());
    assert.equal(weighed.code, 200);
  }

  /**
   * Gives a parcel an issued waybill. One of an account comes from no carrier here, and is written; without an account its number is entered.
   * @returns its numbers
   */
  async addWaybill(parcelUuid: string, { channelUuid, accountUuid }: SceneChannel): Promise<{ waybill: string; tracking: string }> {
    const id = newId();
    const [waybill, tracking] = [`YT${id.slice(-12)}`.toUpperCase(), `LX${id.slice(-12)}CN`.toUpperCase()];
    if (accountUuid === null) {
      const { services, app } = this.server;
      const providerUuid = this.world.providerA;
      // The scene's orders have no channel of their own, as channels here have no prices.
      const [made] = await services.database.transaction(this.staff(), (tx) =>
        insertWaybills({ tx, providerUuid, userUuid: null, now: services.clock.now() }, services.jobs, [
          { parcel_uuid: parcelUuid, parcel_number: waybill, channel_uuid: channelUuid },
        ]),
      );
      const numbers = { waybill_number: waybill, tracking_number: tracking };
      const entered = await request(app, enterWaybill, { waybill_uuid: made?.waybill_uuid ?? "", ...numbers }, this.asProvider());
      assert.equal(entered.code, 200, entered.text);
      return { waybill, tracking };
    }
    await this.server.services.database.transaction(platform, (tx) =>
      sql`insert into waybill (provider_uuid, waybill_uuid, parcel_uuid, order_uuid, owner_uuid, warehouse_uuid, channel_uuid, carrier_account_uuid, reference,
          status, waybill_number, tracking_number, requested_at, issued_at)
        select p.provider_uuid, ${id}::uuid, p.parcel_uuid, p.order_uuid, o.owner_uuid, p.warehouse_uuid, ${channelUuid}::uuid, ${accountUuid}::uuid, ${id},
          'issued', ${waybill}, ${tracking}, now(), now()
        from parcel p join sales_order o on o.provider_uuid = p.provider_uuid and o.order_uuid = p.order_uuid
        where p.parcel_uuid = ${parcelUuid}`.execute(tx),
    );
    return { waybill, tracking };
  }

  /** Orders whose parcels are weighed and have waybills. */
  async readyOrders(on: StockStage, channel: SceneChannel, wanted: readonly Lines[], isSplit = false): Promise<SceneParcel[][]> {
    const ready: SceneParcel[][] = [];
    for (const orderUuid of await this.reviewOrders(on, wanted)) {
      const parcels: SceneParcel[] = [];
      for (const parcelUuid of await this.pack(orderUuid, isSplit)) {
        await this.weigh(parcelUuid);
        const { waybill, tracking } = await this.addWaybill(parcelUuid, channel);
        const found = await request(this.server.app, findToBag, { code: waybill }, this.asProvider());
        const parcelNumber = found.data.parcel?.parcel_number ?? "";
        parcels.push({ orderUuid, parcelUuid, parcelNumber, waybillNumber: waybill, trackingNumber: tracking });
      }
      ready.push(parcels);
    }
    return ready;
  }

  /** Opens an exception of an order, as a review or the packing does. */
  async openException(orderUuid: string, type: "wrong_item" | "weight_variance"): Promise<void> {
    const { services } = this.server;
    const { providerA: providerUuid, retailerA: owner_uuid } = this.world;
    const acting = this.staff();
    await services.database.transaction(acting, async (tx) => {
      const found = await tx
        .selectFrom("sales_order")
        .select("warehouse_uuid")
        .where("provider_uuid", "=", providerUuid)
        .where("order_uuid", "=", orderUuid)
        .executeTakeFirstOrThrow();
      await openCases({ tx, acting, providerUuid, retailerUuid: null, userUuid: null, now: services.clock.now() }, [
        { type, order_uuid: orderUuid, owner_uuid, ...found, reason: "4006381333931", byRetailer: false },
      ]);
    });
  }

  /** The wave that an order is in, or was in when it was shipped. */
  async waveOf(orderUuid: string): Promise<string> {
    const rows = await this.read(sql<{ wave_uuid: string }>`select wave_uuid from sales_order where order_uuid = ${orderUuid}`);
    return rows[0]?.wave_uuid ?? "";
  }

  /** Opens a bag, by default for today. */
  async openBag(
    { warehouseUuid: warehouse_uuid }: StockStage,
    { channelUuid: channel_uuid }: SceneChannel,
    day: { readonly ship_date?: string } = {},
  ): Promise<Bag> {
    const opened = await request(this.server.app, openBag, { warehouse_uuid, channel_uuid, ...day }, this.asProvider());
    assert.equal(opened.code, 200);
    return opened.data;
  }
  async bag(bag_uuid: string): Promise<Bag> {
    return (await request(this.server.app, getBag, { bag_uuid }, this.asProvider())).data;
  }
  put(bag_uuid: string, parcel_ids: readonly string[], by: { token: string } = this.asProvider()) {
    return request(this.server.app, putIntoBag, { bag_uuid, parcel_ids: [...parcel_ids] }, by);
  }

  /** Puts parcels into a new bag, and seals it. Returns the bag. */
  async sealedBag(
    on: StockStage,
    channel: SceneChannel,
    parcels: readonly SceneParcel[],
    day: { readonly ship_date?: string } = {},
  ): Promise<Bag> {
    const { bag_uuid } = await this.openBag(on, channel, day);
    const put = await this.put(
      bag_uuid,
      parcels.map(({ parcelUuid }) => parcelUuid),
    );
    assert.deepEqual(put.data.failed, []);
    return this.seal(bag_uuid);
  }
  async seal(bag_uuid: string): Promise<Bag> {
    const sealed = await request(this.server.app, sealBag, { bag_uuid, weight_grams: 2000 }, this.asProvider());
    assert.equal(sealed.code, 200);
    return sealed.data;
  }

  async manifest(bags: readonly { readonly bag_uuid: string }[]): Promise<Manifest> {
    const made = await request(this.server.app, makeManifest, { bag_uuids: bags.map(({ bag_uuid }) => bag_uuid) }, this.asProvider());
    assert.equal(made.code, 200);
    return made.data;
  }
  handOver(manifest_uuid: string, by: { token: string } = this.asProvider()) {
    return request(this.server.app, handOverManifest, { manifest_uuid, carrier_person: "Sam Carrier", signed_name: "Sam Carrier" }, by);
  }

  /** Takes parcels all the way out of the house. */
  async ship(on: StockStage, channel: SceneChannel, parcels: readonly SceneParcel[]): Promise<void> {
    const { manifest_uuid } = await this.manifest([await this.sealedBag(on, channel, parcels)]);
    assert.equal((await this.handOver(manifest_uuid)).code, 200);
  }
}
