import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { acceptCancel, confirmOrders, requestCancel, submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { claimNextTask, pickLines, reportShortPick, startPickTask } from "#src/outbound/picking/picking.contract.ts";
import type { PickTask } from "#src/outbound/picking/picking.contract.ts";
import { buildWave, kickOrders, releaseWave } from "#src/outbound/waves/waves.contract.ts";
import { adjustStock } from "#src/warehouse/stock/stock.contract.ts";
import { inSystemScope } from "#server/outbound/waves/in-scope.ts";
import { searchTours, storeTours } from "#server/outbound/waves/plan-wave.commands.ts";
import { createPersistentClient } from "./persistent-client.ts";
import type { StockStage } from "./stage-stock.ts";
import { orderRecipient } from "./wave-scene.ts";
import type { WaveScene } from "./wave-scene.ts";

/* People who order, confirm, build waves, pick, report, kick and cancel over HTTP as fast as they get answers. */

/** What was acknowledged. */
export interface AcknowledgedPicks {
  orders: number;
  confirmed: number;
  adjusted: number;
  waves: number;
  released: number;
  pickedLines: number;
  pickedPieces: number;
  shortLines: number;
  shortPieces: number;
  kicked: number;
  cancelled: number;
}

export interface PickingLoad {
  readonly acknowledged: Readonly<AcknowledgedPicks>;
  /** attempts without an answer, or answered "not now" */
  interrupted(): number;
  /** answers that no fault explains */
  readonly troubles: readonly string[];
  /** Starts nothing new; resolves when everything started is answered. */
  finish(): Promise<void>;
}

export interface PickingPlace {
  readonly scene: WaveScene;
  /** its first SKU is plentiful; there is too little of the second, and more arrives */
  readonly on: StockStage;
  readonly totes: readonly string[];
  /** the server's origin; the same after each restart */
  readonly origin: string;
}

const plentiful = 0;
const scarce = 1;
const ordersAtOnce = 4;

/** Puts people to work in a warehouse. */
export function startPickingLoad({ scene, on, totes, origin }: PickingPlace): PickingLoad {
  const { provider, operator, retailer } = scene.world;
  const { warehouseUuid: warehouse_uuid } = on;
  const { ask, interrupted, troubles } = createPersistentClient(origin);
  const over = new AbortController();
  const acknowledged: AcknowledgedPicks = {
    orders: 0,
    confirmed: 0,
    adjusted: 0,
    waves: 0,
    released: 0,
    pickedLines: 0,
    pickedPieces: 0,
    shortLines: 0,
    shortPieces: 0,
    kicked: 0,
    cancelled: 0,
  };

  async function repeatedly(work: (turn: number) => Promise<unknown>): Promise<void> {
    for (let turn = 0; !over.signal.aborted; turn += 1) await work(turn);
  }

  async function orderAndConfirm(): Promise<void> {
    const order_ids: string[] = [];
    for (let at = 0; at < ordersAtOnce; at += 1) {
      const lines = [{ sku: on.variants[at === 0 ? scarce : plentiful]?.sku ?? "", quantity: 1 + at }];
      const made = await ask(createOrder, { country: "US", recipient: orderRecipient, warehouse_uuid, lines }, retailer);
      if (made === null) return;
      acknowledged.orders += 1;
      order_ids.push(made.order_uuid);
    }
    await ask(submitOrders, { order_ids }, retailer);
    const confirmed = await ask(confirmOrders, { order_ids }, provider);
    acknowledged.confirmed += confirmed?.done ?? 0;
  }

  /** More of the scarce SKU arrives: a job offers it to the orders that wait. */
  async function receive(): Promise<void> {
    const found = {
      variant_uuid: on.variants[scarce]?.variantUuid ?? "",
      location: on.barcodes[1] ?? "",
      delta: 2,
      reason: "found",
    } as const;
    if ((await ask(adjustStock, found, provider)) !== null) acknowledged.adjusted += 1;
    await sleep(40);
  }

  /** Plans new waves at once, like a worker that survives: those of the killed server would search for seconds, and are missed for half a minute. */
  async function plan(): Promise<void> {
    const inScope = inSystemScope(scene.server.services, scene.world.providerA);
    const drafts = await scene.read(
      sql<{ wave_uuid: string }>`select wave_uuid from wave where warehouse_uuid = ${warehouse_uuid} and status = 'draft'`,
    );
    for (const { wave_uuid } of drafts) {
      const found = await searchTours(inScope, wave_uuid, "plan", { seconds: 0.02 });
      if (found.ok) await inScope((scope) => storeTours(scope, wave_uuid, "plan", found.value));
    }
  }

  async function buildAndRelease(): Promise<void> {
    const built = await ask(buildWave, { warehouse_uuid, kind: "single_item", max_orders: 12 }, provider, ["waves.nothingToBuild"]);
    if (built !== null) acknowledged.waves += 1;
    await plan();
    const planned = await scene.read(
      sql<{
        wave_uuid: string;
        version: number;
      }>`select wave_uuid, version from wave where warehouse_uuid = ${warehouse_uuid} and status = 'planned'`,
    );
    for (const asked of planned) {
      const released = await ask(releaseWave, asked, provider, ["changedMeanwhile", "waves.wrongState", "waves.notPlanned"]);
      if (released?.status === "released") acknowledged.released += 1;
    }
    await sleep(200);
  }

  async function pickTask(task: PickTask, who: { token: string }, turn: number): Promise<void> {
    const { task_uuid } = task;
    for (const { line_number, location_uuid, quantity, status } of task.lines) {
      if (over.signal.aborted) return;
      if (status !== "pending") continue;
      if ((turn + line_number) % 9 === 0) {
        // Damaged: what is missing for other reasons would make all pieces of the place unavailable.
        const found = { picked_quantity: quantity - 1, reason: "damaged" } as const;
        const done = await ask(reportShortPick, { task_uuid, line_number, ...found }, who, ["picking.orderLeft"]);
        if (done === null) continue;
        acknowledged.shortLines += 1;
        acknowledged.shortPieces += quantity - 1;
        continue;
      }
      const done = await ask(pickLines, { task_uuid, line_numbers: [line_number], location_uuid }, who, ["picking.orderLeft"]);
      if (done === null) continue;
      acknowledged.pickedLines += 1;
      acknowledged.pickedPieces += quantity;
    }
  }

  const pickAs = (who: { token: string }, ownTotes: readonly string[]) => {
    // Turns without a task take none.
    const free = [...ownTotes];
    return async (turn: number): Promise<void> => {
      const task = await ask(claimNextTask, { warehouse_uuid }, who, ["picking.noTask"]);
      if (task === null) {
        await sleep(40);
        return;
      }
      const { task_uuid } = task;
      const begun =
        task.status === "in_progress"
          ? task
          : // A task whose last order was kicked meanwhile has ended.
            await ask(startPickTask, { task_uuid, tote: free.shift() ?? "" }, who, ["picking.wrongState"]);
      if (begun !== null) await pickTask(begun, who, turn);
    };
  };

  async function drawMember(): Promise<{ order_uuid: string; wave_uuid: string } | undefined> {
    const [member] = await scene.read(
      sql<{ order_uuid: string; wave_uuid: string }>`select order_uuid, wave_uuid from sales_order
        where warehouse_uuid = ${warehouse_uuid} and status in ('in_wave', 'picked') order by random() limit 1`,
    );
    return member;
  }

  async function interfere(turn: number): Promise<void> {
    await sleep(500);
    const member = await drawMember();
    if (member === undefined) return;
    const order_ids = [member.order_uuid];
    if (turn % 2 === 0) {
      const kicked = await ask(kickOrders, { wave_uuid: member.wave_uuid, order_ids, reason: "Asked" }, provider);
      acknowledged.kicked += kicked?.done ?? 0;
      return;
    }
    await ask(requestCancel, { order_ids, reason: "Ordered twice" }, retailer);
    const accepted = await ask(acceptCancel, { order_ids }, provider);
    acknowledged.cancelled += accepted?.done ?? 0;
  }

  const half = Math.floor(totes.length / 2);
  const working = Promise.all([
    repeatedly(orderAndConfirm),
    repeatedly(orderAndConfirm),
    repeatedly(receive),
    repeatedly(buildAndRelease),
    repeatedly(pickAs(provider, totes.slice(0, half))),
    repeatedly(pickAs(operator, totes.slice(half))),
    repeatedly(interfere),
  ]);
  return {
    acknowledged,
    interrupted,
    troubles,
    async finish() {
      over.abort();
      await working;
    },
  };
}
