import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { Call, InputOf } from "#src/kit/api/define-call.ts";
import { listWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import type { WaybillRow } from "#src/outbound/waybills/waybills.contract.ts";
import { startSandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import type { SandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import { startTestApp } from "./app.ts";
import { request } from "./client.ts";
import { runCarrierJob, makeChannel, makeWeighedParcels, stageParcels } from "./parcel-scene.ts";
import type { ChannelOf, MadeParcel } from "./parcel-scene.ts";
import type { StockStage } from "./stage-stock.ts";
import { WaveScene } from "./wave-scene.ts";
import { makeWorld } from "./world.ts";

interface Parts {
  readonly sandbox: SandboxCarriers;
  readonly scene: WaveScene;
  readonly on: StockStage;
}

/** Parcels with labels that can be printed, and their waybills. */
interface Labelled {
  parcels: MadeParcel[];
  waybills: WaybillRow[];
  uuids: string[];
}

/** Returns the number of a refusal. */
export const code = (name: RefusalName): number => codes[name].code;

/**
 * Starts a server that reaches sandbox carriers, with goods to ship, before a file's tests. Each test begins with carriers that know nothing and a
 * new channel of one of them. Available once the first test runs.
 */
export function useWaybillScene() {
  let parts: Parts | null = null;
  let channel: ChannelOf | null = null;
  const there = <T>(part: T | null): T => {
    if (part === null) throw new Error("the scene was not set");
    return part;
  };
  beforeAll(async () => {
    const sandbox = await startSandboxCarriers();
    const server = await startTestApp({ carriers: sandbox.bases });
    const scene = new WaveScene(server, await makeWorld(server));
    parts = { sandbox, scene, on: await stageParcels(scene) };
  });
  beforeEach(async () => {
    const { sandbox, scene } = there(parts);
    await sandbox.control.reset();
    channel = await makeChannel(scene, sandbox.credentials("4px"));
  });
  afterAll(async () => {
    await parts?.scene.server.close();
    await parts?.sandbox.stop();
  });
  /** Makes a call, by default as the provider. */
  const ask = <C extends Call>(call: C, input: InputOf<C>, by = there(parts).scene.asProvider()) =>
    request(there(parts).scene.server.app, call, input, by);
  /** Works through what is due of a channel's account, by default of the test's own. */
  const runJob = ({ accountUuid } = there(channel)) => runCarrierJob(there(parts).scene, accountUuid ?? "");
  return {
    get sandbox() {
      return there(parts).sandbox;
    },
    get scene() {
      return there(parts).scene;
    },
    get on() {
      return there(parts).on;
    },
    get channel() {
      return there(channel);
    },
    ask,
    runJob,
    async label(count: number): Promise<Labelled> {
      const { channelUuid } = there(channel);
      const parcels = await makeWeighedParcels(there(parts).scene, there(parts).on, count, channelUuid);
      await runJob();
      const waybills = (await ask(listWaybills, { tab: "to_print", channel_uuid: channelUuid })).data.result;
      expect(waybills).toHaveLength(count);
      return { parcels, waybills, uuids: waybills.map(({ waybill_uuid }) => waybill_uuid) };
    },
  };
}
