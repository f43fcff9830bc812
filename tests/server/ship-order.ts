import type { TestApp } from "./app.ts";
import { BagScene } from "./bag-scene.ts";
import type { SceneChannel, SceneParcel } from "./bag-scene.ts";
import type { StockStage } from "./stage-stock.ts";
import type { World } from "./world.ts";

interface ShipOptions {
  /** SKU of the stage and pieces of each line; by default two pieces of one and one of another */
  readonly lines?: readonly (readonly [variant: number, quantity: number])[];
  /** each piece in a parcel of its own */
  readonly isSplit?: boolean;
  /** where the goods are; by default a new warehouse */
  readonly stage?: StockStage;
}

/** An order that was shipped, with its parcels and where it came from. */
export interface ShippedOrder {
  readonly orderUuid: string;
  readonly parcels: readonly SceneParcel[];
  readonly stage: StockStage;
  readonly channel: SceneChannel;
}

/** Takes an order of a world's retailer all the way to shipped: allocated, picked, reviewed, packed, weighed, bagged and handed over by real calls. */
export async function shipOrder(test: TestApp, world: World, options: ShipOptions = {}): Promise<ShippedOrder> {
  const scene = new BagScene(test, world);
  const stage = options.stage ?? (await scene.stageGoods());
  const channel = await scene.addChannel();
  const lines = options.lines ?? [
    [0, 2],
    [1, 1],
  ];
  const [parcels = []] = await scene.readyOrders(stage, channel, [lines], options.isSplit ?? false);
  await scene.ship(stage, channel, parcels);
  return { orderUuid: parcels[0]?.orderUuid ?? "", parcels, stage, channel };
}
