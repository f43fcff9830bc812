import type { Call, InputOf } from "#src/kit/api/define-call.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { acceptCancel, allocateOrders, rejectCancel, requestCancel } from "#src/outbound/orders/order-batches.contract.ts";
import { shortReasons } from "#src/outbound/orders/orders.rules.ts";
import {
  claimNextTask,
  claimTask,
  getPickTask,
  leavePickTask,
  listLeftPieces,
  listPickTasks,
  pickLines,
  reportShortPick,
  returnToShelf,
  skipPickLines,
  startPickTask,
} from "#src/outbound/picking/picking.contract.ts";
import type { PickLine, PickTask } from "#src/outbound/picking/picking.contract.ts";
import { holdWave, kickOrders, resumeWave } from "#src/outbound/waves/waves.contract.ts";
import type { Random } from "#server/outbound/planner/random.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { request, send } from "./client.ts";
import type { Reply } from "./client.ts";
import type { StockStage } from "./stage-stock.ts";
import type { WaveScene } from "./wave-scene.ts";

/** What a walk may be refused: it acts on what it saw a moment ago, and others act meanwhile. */
const expected: readonly RefusalName[] = [
  "notFound",
  "changedMeanwhile",
  "picking.noTask",
  "picking.takenBySomebody",
  "picking.notYours",
  "picking.wrongState",
  "picking.held",
  "picking.toteFirst",
  "picking.toteInUse",
  "picking.lineDone",
  "picking.orderLeft",
  "picking.tooMany",
  "waves.wrongState",
  "stock.notEnough",
  "stock.reservedElsewhere",
];
const expectedCodes = new Set([200, ...expected.map((name) => codes[name].code)]);

/** A released wave and the people who walk through it. */
export interface WalkedWave {
  readonly scene: WaveScene;
  readonly on: StockStage;
  readonly waveUuid: string;
  readonly orderUuids: readonly string[];
  readonly totes: readonly string[];
  readonly tokens: readonly string[];
}

/** What the steps of a walk have done: each kind of step, and how often it succeeded. */
export class WalkLog {
  readonly done = new Map<string, number>();
  /** answers that nothing explains */
  readonly troubles: string[] = [];

  note({ name }: Call, code: number, text: string): void {
    if (code === 200) this.done.set(name, (this.done.get(name) ?? 0) + 1);
    else if (!expectedCodes.has(code)) this.troubles.push(`${name}: ${code} ${text}`);
  }
}

type Step = (lane: Lane) => Promise<void>;

/** One person who does one thing after the other, drawn at random, beside the others of the walk. */
export class Lane {
  readonly wave: WalkedWave;
  readonly log: WalkLog;
  readonly random: Random;
  readonly token: string;

  constructor(wave: WalkedWave, log: WalkLog, random: Random, token: string) {
    this.wave = wave;
    this.log = log;
    this.random = random;
    this.token = token;
  }

  draw<T>(all: readonly T[]): T | undefined {
    return all[this.random.below(all.length)];
  }

  async call<C extends Call>(call: C, input: InputOf<C>, options: { token?: string; key?: string } = {}) {
    const { token = this.token, key = newId() } = options;
    const reply = await request(this.wave.scene.server.app, call, input, { token, idempotencyKey: key });
    this.log.note(call, reply.code, reply.text);
    return reply;
  }

  /** Sends a scan; sometimes twice with the same key, one after the other or at once, as a hand-held does that lost the answer. */
  async scan(call: Call, input: object): Promise<void> {
    const key = newId();
    const { app } = this.wave.scene.server;
    const once = (): Promise<Reply<unknown>> => send(app, call, input, { token: this.token, idempotencyKey: key });
    const how = this.random.below(4);
    const first =
      how === 0 ? Promise.all([once(), once()]) : once().then(async (reply) => [reply, how === 1 ? await once() : reply] as const);
    const [one, other] = await first;
    this.log.note(call, one.code, one.text);
    if (one.code !== other.code || JSON.stringify(one.data) !== JSON.stringify(other.data))
      this.log.troubles.push(`${call.name} with one key was answered ${one.text} and ${other.text}`);
  }

  /** Reads a task that is not done, at random. */
  async drawTask(): Promise<PickTask | null> {
    const { app } = this.wave.scene.server;
    const asked = { wave_uuid: this.wave.waveUuid, is_open: true };
    const { data } = await request(app, listPickTasks, asked, { token: this.token });
    const row = this.draw(data.result);
    return row === undefined ? null : (await request(app, getPickTask, { task_uuid: row.task_uuid }, { token: this.token })).data;
  }

  async drawLine(): Promise<{ task: PickTask; line: PickLine; beside: PickLine[] } | null> {
    const task = await this.drawTask();
    const line = this.draw(task?.lines.filter(({ status }) => status === "pending") ?? []);
    if (task === null || line === undefined) return null;
    const beside = task.lines.filter(({ status, location_uuid }) => status === "pending" && location_uuid === line.location_uuid);
    return { task, line, beside };
  }
}

const pick: Step = async (lane) => {
  const drawn = await lane.drawLine();
  if (drawn === null) return;
  const { task, line, beside } = drawn;
  const chosen = lane.random.below(3) === 0 ? beside : [line];
  await lane.scan(pickLines, {
    task_uuid: task.task_uuid,
    line_numbers: chosen.map(({ line_number }) => line_number),
    location_uuid: line.location_uuid,
  });
};

const skip: Step = async (lane) => {
  const drawn = await lane.drawLine();
  if (drawn === null) return;
  await lane.call(skipPickLines, { task_uuid: drawn.task.task_uuid, line_numbers: [drawn.line.line_number] });
};

const short: Step = async (lane) => {
  const drawn = await lane.drawLine();
  if (drawn === null) return;
  const { task, line } = drawn;
  await lane.scan(reportShortPick, {
    task_uuid: task.task_uuid,
    line_number: line.line_number,
    picked_quantity: lane.random.below(line.quantity),
    reason: lane.draw(shortReasons),
  });
};

const begin: Step = async (lane) => {
  const claimed = await lane.call(claimNextTask, { wave_uuid: lane.wave.waveUuid });
  if (claimed.code === 200) await lane.call(startPickTask, { task_uuid: claimed.data.task_uuid, tote: lane.draw(lane.wave.totes) ?? "" });
};

const takeOver: Step = async (lane) => {
  const task = await lane.drawTask();
  if (task !== null) await lane.call(claimTask, { task_uuid: task.task_uuid, takes_over: true });
};

const leave: Step = async (lane) => {
  const task = await lane.drawTask();
  if (task !== null) await lane.call(leavePickTask, { task_uuid: task.task_uuid });
};

const kick: Step = async (lane) => {
  const order = lane.draw(lane.wave.orderUuids) ?? "";
  await lane.call(kickOrders, { wave_uuid: lane.wave.waveUuid, order_ids: [order], reason: "Asked" });
};

const hold: Step = async (lane) => {
  const { waveUuid: wave_uuid, scene } = lane.wave;
  const { version } = await scene.wave(wave_uuid);
  await lane.call(holdWave, { wave_uuid, version, reason: "Aisle closed" });
};

const resume: Step = async (lane) => {
  const { waveUuid: wave_uuid, scene } = lane.wave;
  const { version, status } = await scene.wave(wave_uuid);
  if (status === "held") await lane.call(resumeWave, { wave_uuid, version });
};

const wish: Step = async (lane) => {
  const order_ids = [lane.draw(lane.wave.orderUuids) ?? ""];
  await lane.call(requestCancel, { order_ids, reason: "Ordered twice" }, { token: lane.wave.scene.world.retailer.token });
  if (lane.random.below(2) === 0) await lane.call(acceptCancel, { order_ids: [...lane.wave.orderUuids] });
  else await lane.call(rejectCancel, { order_ids, reason: "It is packed" });
};

/** Puts back what a picked order has left in a tote. */
const putBack: Step = async (lane) => {
  const { app } = lane.wave.scene.server;
  const { warehouseUuid: warehouse_uuid, barcodes } = lane.wave.on;
  const { data } = await request(app, listLeftPieces, { warehouse_uuid }, { token: lane.token });
  const left = lane.draw(data.result);
  if (left === undefined) return;
  const { tote_uuid, variant_uuid, owner_uuid, lot, quantity } = left;
  await lane.call(returnToShelf, { tote_uuid, variant_uuid, owner_uuid, lot, quantity, location: barcodes[0] ?? "" });
};

const allocate: Step = async (lane) => {
  await lane.call(allocateOrders, { order_ids: [...lane.wave.orderUuids] });
};

/** How often each step is drawn. */
const weights: readonly (readonly [Step, number])[] = [
  [pick, 30],
  [begin, 3],
  [skip, 3],
  [short, 4],
  [takeOver, 2],
  [resume, 4],
  [kick, 1],
  [wish, 1],
  [hold, 1],
  [leave, 1],
  [putBack, 1],
  [allocate, 1],
];
const steps = weights.flatMap(([step, weight]) => Array.from({ length: weight }, () => step));

/** Takes random steps until the wave is over, `count` at most. */
export async function walk(lane: Lane, count: number): Promise<void> {
  const { scene, waveUuid } = lane.wave;
  await begin(lane);
  for (let step = 0; step < count; step += 1) {
    await lane.draw(steps)?.(lane);
    const { status } = await scene.wave(waveUuid);
    if (status === "picked" || status === "cancelled") return;
  }
}

/** Lists the tasks of a wave that are not done, each begun by somebody. */
async function beginAll(lane: Lane): Promise<PickTask[]> {
  const { scene, waveUuid, on } = lane.wave;
  await resume(lane);
  const { data } = await request(scene.server.app, listPickTasks, { wave_uuid: waveUuid, is_open: true }, { token: lane.token });
  const begun: PickTask[] = [];
  for (const { task_uuid, tote } of data.result) {
    const claimed = await lane.call(claimTask, { task_uuid, takes_over: true });
    begun.push(tote === "" ? (await lane.call(startPickTask, { task_uuid, tote: await scene.addTote(on) })).data : claimed.data);
  }
  return begun;
}

/** Picks all that is left of a wave at once, as hand-helds do that have the network again. */
export async function rush(lane: Lane): Promise<void> {
  const scans = (await beginAll(lane)).flatMap(({ task_uuid, lines }) =>
    lines
      .filter(({ status }) => status === "pending")
      .map(({ line_number, location_uuid }) => lane.call(pickLines, { task_uuid, line_numbers: [line_number], location_uuid })),
  );
  for (const { code, text } of await Promise.all(scans)) if (code !== 200) lane.log.troubles.push(`the last scans: ${code} ${text}`);
}
