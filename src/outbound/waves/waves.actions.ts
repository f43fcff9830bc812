import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import type { OrderRow } from "#src/outbound/orders/orders.contract.ts";
import { getNextStatus } from "#src/outbound/orders/orders.machine.ts";
import { isDelayed } from "#src/outbound/orders/orders.rules.ts";
import {
  buildWave,
  buildWaveOf,
  cancelWave,
  holdWave,
  kickOrders,
  markWavePrinted,
  optimizeWave,
  printPickLists,
  printWaveOrders,
  releaseWave,
  resumeWave,
} from "./waves.contract.ts";
import type { WaveMember, WaveRow } from "./waves.contract.ts";
import { getNextWaveStatus } from "./waves.machine.ts";
import type { WaveEvent } from "./waves.machine.ts";

type Member = Pick<WaveMember, "status" | "order_status" | "fulfilment_status">;
type Subject = Pick<WaveRow, "status" | "started_at" | "released_at">;

const wrongState: Obstacle = { code: "waves.wrongState", isHidden: true };

/** Hides an action that the wave's state does not allow. */
function checkEvent(event: WaveEvent) {
  return ({ status }: Subject): Obstacle | null => (getNextWaveStatus(status, event) === null ? wrongState : null);
}

/** A draft is being planned: what needs the plan is shown, and says so. */
function checkPlanned(event: WaveEvent) {
  return (wave: Subject): Obstacle | null => (wave.status === "draft" ? { code: "waves.notPlanned" } : checkEvent(event)(wave));
}

function checkCancel(wave: Subject): Obstacle | null {
  if (getNextWaveStatus(wave.status, "cancel") === null) return wrongState;
  return wave.started_at === "" ? null : { code: "waves.alreadyPicking" };
}

function checkReleased({ released_at }: Subject): Obstacle | null {
  return released_at === "" ? { code: "waves.notPlanned", isHidden: true } : null;
}

/** An order leaves its wave until it is shipped, and not once a parcel of it was handed over. */
function checkKick({ status, order_status, fulfilment_status }: Member): Obstacle | null {
  if (status === "kicked") return { code: "waves.notMember", isHidden: true };
  if (getNextStatus(order_status, "leave_wave") === null) return { code: "orders.wrongState" };
  return fulfilment_status === "unfulfilled" ? null : { code: "bagging.partlyShipped" };
}

function checkPool({ status, holds, delay_until }: Pick<OrderRow, "status" | "holds" | "delay_until">): Obstacle | null {
  if (getNextStatus(status, "join_wave") === null) return { code: "waves.notInPool", isHidden: true };
  return holds.length > 0 || isDelayed(delay_until, new Date()) ? { code: "waves.notInPool" } : null;
}

/** What can be done with waves. */
export const waveActions = defineActions({
  build: {
    calls: [buildWave],
    check: ({ orders }: { readonly orders: number }) => (orders === 0 ? { code: "waves.nothingToBuild" } : null),
  },
  add: { calls: [buildWaveOf], check: checkPool },
  optimize: { calls: [optimizeWave], check: checkPlanned("optimize") },
  release: { calls: [releaseWave], check: checkPlanned("release") },
  hold: { calls: [holdWave], check: checkEvent("hold") },
  resume: { calls: [resumeWave], check: checkEvent("resume") },
  cancel: { calls: [cancelWave], check: checkCancel },
  kick: { calls: [kickOrders], check: checkKick },
  pickLists: { calls: [printPickLists, markWavePrinted], check: checkReleased },
  packingSlips: { calls: [printWaveOrders, markWavePrinted], check: checkReleased },
});
