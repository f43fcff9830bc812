import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptCancel, requestCancel } from "#src/outbound/orders/order-batches.contract.ts";
import { claimTask, pickLines, reportShortPick, returnToShelf, skipPickLines } from "#src/outbound/picking/picking.contract.ts";
import { holdWave, kickOrders } from "#src/outbound/waves/waves.contract.ts";
import { createRandom } from "#server/outbound/planner/random.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { Lane, WalkLog, rush, walk } from "./picking-walk.ts";
import type { WalkedWave } from "./picking-walk.ts";
import { WaveScene } from "./wave-scene.ts";
import { makeWorld } from "./world.ts";

/*
 * Two to four people who pick, skip, report, take over, kick, hold and cancel at the same time in one wave, at random. A seed draws what each of them does;
 * which of two comes first is decided by the machine. Each day has its own seeds.
 */
const isFull = process.env["QUAYSIDE_FULL"] === "1";
const today = Math.floor(Date.now() / 86_400_000);
const runs = isFull ? 150 : 5;
const firstSeed = isFull ? 1 : today * 10;
const mostSteps = 40;

let server: TestApp;
let scene: WaveScene;
beforeAll(async () => {
  server = await startTestApp();
  scene = new WaveScene(server, await makeWorld(server));
});
afterAll(() => server.close());

/** A released wave of twelve orders of two SKUs each, three to a task, in eight places, with some pieces to spare. */
async function newWave(): Promise<WalkedWave> {
  const skus = [0, 1, 2, 3];
  const on = await scene.stage(
    skus.flatMap((sku) => [
      [sku, sku, 80],
      [sku, (sku + 4) % 8, 80],
    ]),
    skus.length,
  );
  const orderUuids: string[] = [];
  // A cart takes 120 pieces: three of these orders.
  for (let at = 0; at < 12; at += 1)
    orderUuids.push(
      await scene.addOrder(on, [
        [at % 4, 20],
        [(at + 1) % 4, 20],
      ]),
    );
  const waveUuid = await scene.buildOf(orderUuids, "cart");
  await scene.release(waveUuid);
  const totes: string[] = [];
  for (let at = 0; at < 6; at += 1) totes.push(await scene.addTote(on));
  const { provider, operator } = scene.world;
  return { scene, on, waveUuid, orderUuids, totes, tokens: [provider.token, operator.token] };
}

test(
  "whatever two to four people do at once in a wave, nothing is lost or doubled, and the wave ends",
  { timeout: 120_000 + runs * 20_000 },
  async () => {
    const all = new WalkLog();
    for (let run = 0; run < runs; run += 1) {
      const seed = firstSeed + run;
      const random = createRandom(seed);
      const wave = await newWave();
      const log = new WalkLog();
      const lanes = Array.from({ length: 2 + random.below(3) }, (_, at) => {
        const token = wave.tokens[at % wave.tokens.length] ?? "";
        return new Lane(wave, log, createRandom(random.int32()), token);
      });
      const steps = random.below(mostSteps);
      await Promise.all(lanes.map((lane) => walk(lane, steps)));
      expect({ seed, troubles: log.troubles }).toEqual({ seed, troubles: [] });
      await scene.expectSound();
      const [first] = lanes;
      if (first !== undefined) await rush(first);
      expect({ seed, troubles: log.troubles }).toEqual({ seed, troubles: [] });
      expect({ seed, status: (await scene.wave(wave.waveUuid)).status }).toEqual({
        seed,
        status: expect.stringMatching(/^(picked|cancelled)$/),
      });
      await scene.expectSound();
      for (const [name, count] of log.done) all.done.set(name, (all.done.get(name) ?? 0) + count);
    }
    const walked = [pickLines, skipPickLines, claimTask, kickOrders, requestCancel, acceptCancel, holdWave, reportShortPick, returnToShelf];
    // The few runs of a day need not have come to everything.
    const missing = walked.filter(({ name }) => !all.done.has(name)).map(({ name }) => name);
    expect(isFull ? missing : missing.filter((name) => name === pickLines.name)).toEqual([]);
  },
);
