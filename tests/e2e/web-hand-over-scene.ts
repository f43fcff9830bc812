import { listCarrierAccounts } from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { createChannel } from "#src/carriers/channels/channels.contract.ts";
import { listOrders } from "#src/outbound/orders/orders.contract.ts";
import type { OrderStatus } from "#src/outbound/orders/orders.machine.ts";
import { getPacking } from "#src/outbound/packing/packing.contract.ts";
import { createWall } from "#src/outbound/sortation/sortation.contract.ts";
import { listWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import type { WaybillRow } from "#src/outbound/waybills/waybills.contract.ts";
import { until } from "./until.ts";
import { FloorScene } from "./web-floor-scene.ts";
import type { OrderedGoods } from "./web-floor-scene.ts";
import type { WebStage } from "./web-browser.ts";

const sizes = { length_mm: 100, width_mm: 80, height_mm: 60 };
export const mug = {
  sku: "H6-MUG",
  barcode: "6900000000304",
  weight_grams: 300,
  declared_name: "Mug",
  declared_name_zh: "马克杯",
  ...sizes,
};
export const tea = { sku: "H6-TEA", barcode: "6900000000311", weight_grams: 200, declared_name: "Tea", declared_name_zh: "茶叶", ...sizes };
export const pen = { sku: "H6-PEN", barcode: "6900000000328", weight_grams: 100, declared_name: "Pen", declared_name_zh: "钢笔", ...sizes };
export const bowl = {
  sku: "H6-BOWL",
  barcode: "6900000000335",
  weight_grams: 400,
  declared_name: "Bowl",
  declared_name_zh: "碗",
  ...sizes,
};
export const goods = [mug, tea, pen, bowl] as const;

/** Where things are: what is picked into by the kind of wave, the packing table, the shelf, and that of returned goods. */
export const totes = { single_piece: "H6-TOTE-1", single_item: "H6-TOTE-2", cart: "H6-CART-1", wall: "H6-TOTE-3" } as const;
export const table = "H6-TABLE-1";
export const shelf = "H6-01-01";
export const backShelf = "H6-BACK-01";
export const wallCode = "H6-WALL";
/** The channels: of the sandbox carrier, and one whose numbers are on our own labels. */
export const channels = { carrier: "H6 registered", byHand: "H6 own numbers" } as const;

const kinds = ["single_piece", "single_item", "cart", "wall"] as const;
/** Orders of each kind, and twice as many of a single piece: 60 in the full run, a third of them otherwise. */
export const ofKind = process.env["QUAYSIDE_FULL"] === "1" ? 12 : 4;
/** Orders of single pieces, of several of one SKU, and of several SKUs for a cart and for a wall. */
const wanted: Readonly<Record<(typeof kinds)[number], readonly OrderedGoods[]>> = {
  single_piece: Array.from({ length: 2 * ofKind }, (_, at) => [[at % 2 === 0 ? mug : pen, 1]]),
  single_item: Array.from({ length: ofKind }, () => [[bowl, 2]]),
  cart: Array.from({ length: ofKind }, () => [
    [mug, 1],
    [tea, 1],
  ]),
  wall: Array.from({ length: ofKind }, () => [
    [tea, 1],
    [pen, 1],
  ]),
};
/** Orders of each kind that go by the channel without a carrier's account. */
const byHandOfKind = 2;

/** An order of the day. */
export interface DayOrder {
  readonly uuid: string;
  readonly number: string;
  readonly kind: (typeof kinds)[number];
  readonly goods: OrderedGoods;
  readonly isByHand: boolean;
  /** the number of its parcel; empty before it is packed */
  parcel: string;
}

const findGoods = (wantedSku: string) => goods.find(({ sku }) => sku === wantedSku) ?? mug;
/** Returns the code on a piece. */
export const getBarcode = ({ sku }: { readonly sku: string }): string => findGoods(sku).barcode;

/** A warehouse with a wall and a packing table, and the orders of a day in four waves that are released. */
export class HandOverScene {
  readonly floor: FloorScene;
  readonly wallUuid: string;
  readonly day: readonly DayOrder[];

  private constructor(floor: FloorScene, wallUuid: string, day: readonly DayOrder[]) {
    this.floor = floor;
    this.wallUuid = wallUuid;
    this.day = day;
  }

  static async create(stage: WebStage): Promise<HandOverScene> {
    const floor = await FloorScene.create(stage, "H6", goods);
    const { client } = floor.provider;
    for (const tote of Object.values(totes)) await floor.addLocation(tote, "tote");
    await floor.addLocation(table, "packing");
    await floor.addLocation(backShelf, "reserve");
    const wall = { warehouse_uuid: floor.warehouseUuid, name: "Wall six", code: wallCode, row_count: 3, column_count: 4 };
    const { wall_uuid } = await client.call(createWall, wall);
    const accounts = await client.call(listCarrierAccounts, {});
    const carrier_account_uuid = accounts.result.find(({ api_name }) => api_name === "4px")?.carrier_account_uuid ?? null;
    const byCarrier = await client.call(createChannel, { name: channels.carrier, carrier_account_uuid, code: "A2" });
    const byHand = await client.call(createChannel, { name: channels.byHand, carrier_account_uuid: null });
    const day: DayOrder[] = [];
    for (const kind of kinds) {
      const uuids = [
        ...(await floor.placeOrders(wanted[kind].slice(0, byHandOfKind), { channel_uuid: byHand.channel_uuid })),
        ...(await floor.placeOrders(wanted[kind].slice(byHandOfKind), { channel_uuid: byCarrier.channel_uuid })),
      ];
      for (const [index, uuid] of uuids.entries()) {
        const { order_number: number } = await floor.getOrder(uuid);
        day.push({ uuid, number, kind, goods: wanted[kind][index] ?? [], isByHand: index < byHandOfKind, parcel: "" });
      }
      await floor.releaseWave(kind, uuids);
    }
    return new HandOverScene(floor, wall_uuid, day);
  }

  /** Finds the order whose number is in a text of the screen. */
  find(words: string): DayOrder {
    const found = this.day.find(({ number }) => words.includes(number));
    if (found === undefined) throw new Error(`no order of the day in "${words}"`);
    return found;
  }

  /** Counts the orders that have a state. */
  async count(status: OrderStatus): Promise<number> {
    const input = { warehouse_uuid: this.floor.warehouseUuid, status: [status], page_size: 1 };
    return (await this.floor.provider.client.call(listOrders, input)).total;
  }

  /** Reads what the parcel of an order should weigh: its pieces, and the box that was advised. */
  async readExpectedWeight({ uuid, number, parcel }: DayOrder): Promise<number> {
    const { parcels } = await this.floor.provider.client.call(getPacking, { order_uuid: uuid });
    const grams = parcels.find(({ parcel_number }) => parcel_number === parcel)?.expected_grams ?? null;
    if (grams === null) throw new Error(`the parcel of ${number} has no expected weight`);
    return grams;
  }

  /** Waits until the newest waybill of a parcel is as expected. */
  untilWaybill(parcel: string, is: (waybill: WaybillRow) => boolean, what: string): Promise<WaybillRow> {
    return until(async () => {
      const [waybill] = (await this.floor.provider.client.call(listWaybills, { number: parcel })).result;
      return waybill !== undefined && is(waybill) ? waybill : null;
    }, what);
  }
}
