import { getWave, listWaveOrders } from "#src/outbound/waves/waves.contract.ts";
import { waveStatuses } from "#src/outbound/waves/waves.machine.ts";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
import { orderStatuses } from "#src/outbound/orders/orders.machine.ts";
import type { WaveStatus } from "#src/outbound/waves/waves.machine.ts";
import { addOrderRows } from "../rows-orders.ts";
import { addPickRows } from "../rows-picking.ts";
import { staffOf } from "../stage-stock.ts";
import type { SubjectWalk } from "./walk.ts";

const named = ["optimize", "release", "hold", "resume", "cancel", "pickLists", "packingSlips"];

function findStatus(state: string): WaveStatus {
  return waveStatuses.find((one) => one === state) ?? "draft";
}

/** Waves in each state. */
const wavesWalk: SubjectWalk = {
  actions: named.map((name) => `waves.${name}`),
  states: waveStatuses,
  async make({ test, world, ask }, state) {
    const rows = await test.services.database.transaction(staffOf(world.providerA), (tx) =>
      addPickRows(tx, world.retailer, undefined, 1, findStatus(state)),
    );
    const wave_uuid = rows.waveUuid;
    const wave = await ask(getWave, { wave_uuid });
    const step = { wave_uuid, version: wave.version };
    return {
      subject: wave,
      inputs: {
        "waves.optimize-wave": { ...step, seconds: 1 },
        "waves.release-wave": step,
        "waves.hold-wave": { ...step, reason: "aisle closed" },
        "waves.resume-wave": step,
        "waves.cancel-wave": { ...step, reason: "aisle closed" },
        "waves.mark-printed": { wave_uuid },
        "waves.print-pick-lists": { wave_uuid },
        "waves.print-orders": { wave_uuid },
      },
    };
  },
};

/** A wave's orders in each state of the wave, and one of which a parcel was handed over. */
const membersWalk: SubjectWalk = {
  actions: ["waves.kick"],
  states: [...waveStatuses, "partly handed over"],
  async make({ test, world, ask }, state) {
    const isPart = state === "partly handed over";
    const { waveUuid: wave_uuid, orderUuids: order_ids } = await test.services.database.transaction(
      staffOf(world.providerA),
      async (tx) => {
        const rows = await addPickRows(tx, world.retailer, undefined, 1, isPart ? "picked" : findStatus(state));
        if (isPart)
          await tx
            .updateTable("sales_order")
            .set({ fulfilment_status: "partially_fulfilled" })
            .where("provider_uuid", "=", world.providerA)
            .where("order_uuid", "in", [...rows.orderUuids])
            .execute();
        return rows;
      },
    );
    const [subject] = (await ask(listWaveOrders, { wave_uuid })).result;
    return { subject, inputs: { "waves.kick-orders": { wave_uuid, order_ids, reason: "aisle closed" } } };
  },
};

/** Orders in each state, to be added to a wave. */
const addWalk: SubjectWalk = {
  actions: ["waves.add"],
  states: [...orderStatuses.filter((status) => status !== "merged"), "allocated on hold"],
  async make({ test, world, ask }, state) {
    const status = orderStatuses.find((one) => one === state) ?? "allocated";
    const { orderUuid: order_uuid } = await test.services.database.transaction(staffOf(world.providerA), async (tx) => {
      const added = await addOrderRows(tx, world.retailer, status);
      if (state.endsWith("on hold"))
        await tx
          .updateTable("sales_order")
          .set({ holds: ["address"] })
          .where("provider_uuid", "=", world.providerA)
          .where("order_uuid", "=", added.orderUuid)
          .execute();
      return added;
    });
    return {
      subject: await ask(getOrder, { order_uuid }),
      inputs: { "waves.build-wave-of": { order_ids: [order_uuid], kind: "single_item" } },
    };
  },
};

/** A pool with an order, and one without. */
const buildWalk: SubjectWalk = {
  actions: ["waves.build"],
  states: ["an order waits", "nothing waits"],
  async make({ test, world }, state) {
    const waits = state === "an order waits";
    const { stage } = await test.services.database.transaction(staffOf(world.providerA), (tx) =>
      addOrderRows(tx, world.retailer, waits ? "allocated" : "submitted"),
    );
    return {
      subject: { orders: waits ? 1 : 0 },
      inputs: { "waves.build-wave": { warehouse_uuid: stage.warehouseUuid, kind: "single_item" } },
    };
  },
};

export const wavesWalks: readonly SubjectWalk[] = [wavesWalk, membersWalk, addWalk, buildWalk];
