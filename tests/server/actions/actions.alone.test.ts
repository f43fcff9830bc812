import { globSync } from "node:fs";
import { basename, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { permissions } from "#src/kit/api/roles-and-permissions.ts";
import { batchOutput } from "#src/kit/api/batch.ts";
import { codes } from "#src/kit/api/codes.ts";
import { blob } from "#src/kit/api/define-call.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { mergeOrders } from "#src/outbound/orders/order-writes.contract.ts";
import { makeTranslate } from "#src/kit/i18n/make-translate.ts";
import { texts as chinese } from "#web/texts/zh_cn.ts";
import type { ActionRule, Obstacle } from "#src/kit/ui/action/action.ts";
import { formatReason, getObstacle } from "#src/kit/ui/action/action.ts";
import { tinyPng } from "#tests/factories/tiny-png.ts";
import { startTestApp } from "../app.ts";
import type { TestApp } from "../app.ts";
import { send } from "../client.ts";
import type { CallOptions, Reply } from "../client.ts";
import { examples } from "../examples.ts";
import { makeWorld } from "../world.ts";
import type { World } from "../world.ts";
import type { Scene, Stage, SubjectWalk, Viewer } from "./walk.ts";
import { listViewers, openStage } from "./walk.ts";
import { walks } from "./walks.ts";

/*
 * Walks every action that a screen declares, for every kind of signed-in user, with its subject in every state, on the real
 * server. What a screen offers must succeed; what it hides, or disables with a reason, the server must refuse with
 * the reason's code. So no action is offered and then refused, and none is withheld that would have worked.
 */

interface Declared {
  /** `<slice>.<name>` */
  readonly name: string;
  readonly rule: ActionRule<never>;
}

const root = resolve(import.meta.dirname, "../../..");

async function readActions(): Promise<Declared[]> {
  const files = globSync("src/**/*.actions.ts", { cwd: root });
  const modules = await Promise.all(files.map(async (file) => [file, (await import(resolve(root, file))) as object] as const));
  return modules.flatMap(([file, module]) =>
    Object.values(module).flatMap((actions: Record<string, ActionRule<never>>) =>
      Object.entries(actions).map(([name, rule]) => ({ name: `${basename(file, ".actions.ts")}.${name}`, rule })),
    ),
  );
}

const declared = await readActions();
const words = [
  { t: makeTranslate(english, "en-US"), locale: "en-US" },
  { t: makeTranslate(chinese, "zh-CN"), locale: "zh-CN" },
];
const count = { absent: 0, disabled: 0, offered: 0 };

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(async () => {
  console.log(
    `walk over actions: ${declared.length} actions; ${count.offered} times offered, ${count.disabled} disabled, ${count.absent} absent`,
  );
  await testApp.close();
});

/** A refusal is an envelope with status 200, also for calls that return files. */
const isDone = (call: Call, reply: Reply<unknown>) =>
  reply.code === 200 || (call.output === (blob as typeof call.output) && reply.status === 200 && reply.code === 0);

/** Returns pictures for calls that take some and whose scene has none. */
function picturesFor({ name, body }: Call): Scene["files"] {
  if (body !== "multipart") return undefined;
  return [{ field: name === "accounts.change-avatar" ? "image" : "images", name: "a.png", bytes: tinyPng }];
}

async function perform(call: Call, input: unknown, { person }: Viewer, files: Scene["files"]): Promise<Reply<unknown>> {
  const options: CallOptions = { token: person.token, ...(files === undefined ? {} : { files }) };
  const reply = await send(testApp.app, call, input, options);
  // A call over many rows is answered with success, and with the code of each refused row.
  const isBatch = call.output === (batchOutput as typeof call.output) || call === (mergeOrders as Call);
  const batch = isBatch && reply.code === 200 ? batchOutput.parse(reply.data) : null;
  return { ...reply, code: batch?.failed[0]?.code ?? reply.code };
}

/** Expects the reason on the button to have a text in both languages. */
function expectReason(obstacle: Obstacle, about: string): void {
  const [inEnglish = "", inChinese = ""] = words.map((one) => formatReason(obstacle, one));
  expect(inEnglish.trim(), about).not.toBe("");
  expect(inChinese, about).toMatch(/\p{Script=Han}/u);
  expect(`${inEnglish}${inChinese}`, about).not.toMatch(/\{\{|\bundefined\b/);
}

/** Users without access to a call see no button and are refused by the server for the same reason. */
async function walkForbidden({ rule, name }: Declared, viewer: Viewer, obstacle: Obstacle): Promise<void> {
  expect(obstacle.isHidden, `${name} for ${viewer.name}`).toBe(true);
  const codesGiven = await Promise.all(rule.calls.map(async (call) => (await perform(call, {}, viewer, undefined)).code));
  expect(codesGiven, `${name} for ${viewer.name}`).toContain(codes[obstacle.code ?? "success"].code);
  count.absent += 1;
}

/** Builds a call's input: from the scene, or from the call's example if the subject does not matter. */
async function makeInput(call: Call, { inputs }: Scene, { test: testOf, world, viewer, rows }: Stage): Promise<unknown> {
  if (call.name in inputs) return inputs[call.name];
  const example = examples[call.name];
  if (example === undefined) throw new Error(`${call.name}: no example in tests/server/examples.ts`);
  return example.own({ test: testOf, world, owner: viewer.person, rows, foreign: { person: world.foreignProvider, rows } });
}

async function expectDone(call: Call, scene: Scene, stage: Stage, about: string): Promise<void> {
  const files = call.body === "multipart" ? (scene.files ?? picturesFor(call)) : undefined;
  const reply = await perform(call, await makeInput(call, scene, stage), stage.viewer, files);
  expect(isDone(call, reply), `${about}: offered, and ${call.name} answered ${reply.status} ${reply.text.slice(0, 300)}`).toBe(true);
}

/** Tries an action on subjects in one state. @param make creates a subject, or null if this viewer never has one */
async function walkState({ rule, name }: Declared, stage: Stage, state: string, make: () => Promise<Scene | null>): Promise<void> {
  const scene = await make();
  if (scene === null) return;
  const { viewer } = stage;
  const about = `${name} for ${viewer.name}, ${state}`;
  const obstacle = getObstacle(rule as ActionRule, scene.subject, viewer);
  const [first, ...further] = rule.calls;
  if (obstacle === null) count.offered += 1;
  else if (obstacle.isHidden === true) count.absent += 1;
  else {
    count.disabled += 1;
    expectReason(obstacle, about);
  }
  if (first === undefined || (obstacle !== null && obstacle.code === null)) return;
  if (obstacle !== null && obstacle.code !== null) {
    const reply = await perform(first, await makeInput(first, scene, stage), viewer, scene.files);
    const told = `${about}: held back by ${obstacle.code}, and the server answered ${reply.text.slice(0, 200)}`;
    expect(reply.code, told).toBe(codes[obstacle.code].code);
    return;
  }
  await expectDone(first, scene, stage, about);
  for (const call of further) {
    const next = await make();
    if (next !== null) await expectDone(call, next, stage, about);
  }
}

interface Cast {
  readonly viewersOf: Awaited<ReturnType<typeof listViewers>>;
  readonly stageOf: (viewer: Viewer) => Promise<Stage>;
}

const casts = new Map<string, Promise<Cast>>();

/** Creates the users of a slice once for all its actions; account actions get their own, because they may end sessions. */
function cast(action: string): Promise<Cast> {
  const slice = action.startsWith("accounts.") ? action : action.slice(0, action.indexOf("."));
  const known = casts.get(slice) ?? makeCast(slice);
  casts.set(slice, known);
  return known;
}

async function makeCast(tag: string): Promise<Cast> {
  const world: World = await makeWorld(testApp, `-${tag}`);
  const stages = new Map<Viewer, Promise<Stage>>();
  return {
    viewersOf: await listViewers(testApp, world, permissions),
    stageOf(viewer) {
      const stage = stages.get(viewer) ?? openStage(testApp, world, viewer);
      stages.set(viewer, stage);
      return stage;
    },
  };
}

/** Every fourth action per day, and a third of the states if there are many; all with QUAYSIDE_FULL. */
const isFull = process.env["QUAYSIDE_FULL"] === "1";
const mostStates = 8;
const day = Math.floor(Date.now() / 86_400_000);
/** Once offered and then refused: walked every day, in every state. */
const walkedDaily = [
  "receipts.decide",
  "rate-cards.makeDefault",
  "warehouses.placeLabels",
  "providers.switch",
  ...["start", "recount", "approve", "cancel"].map((step) => `stocktake.${step}`),
];
const isWhole = (name: string): boolean => isFull || walkedDaily.includes(name);
const chosen = declared.filter(({ name }, at) => isWhole(name) || at % 4 === day % 4);
const isSampled = (name: string, { states }: SubjectWalk): boolean => !isWhole(name) && states.length > mostStates;
const listStates = (name: string, walk: SubjectWalk): readonly string[] =>
  walk.states.filter((_, at) => !isSampled(name, walk) || at % 3 === day % 3);

const findWalk = (name: string): SubjectWalk | undefined => walks.find(({ actions }) => actions.includes(name));

describe("every action declared by a screen", () => {
  test("can be walked: each that checks its subject has subjects in every state, and no walk names an unknown action", () => {
    expect(declared.length).toBeGreaterThan(10);
    const names = declared.map(({ name }) => name);
    const unwalked = declared.filter(({ name, rule }) => rule.check !== undefined && findWalk(name) === undefined);
    expect(unwalked.map(({ name }) => name)).toEqual([]);
    expect(walks.flatMap(({ actions }) => actions).filter((name) => !names.includes(name))).toEqual([]);
  });

  test.each(walkedDaily)("%s is walked every day in every state", (name) => {
    expect(chosen.map((action) => action.name)).toContain(name);
    const walk = findWalk(name);
    expect(walk && listStates(name, walk)).toEqual(walk?.states);
    expect(walk?.states.length).toBeGreaterThan(1);
  });

  test.each(chosen.map((action) => [action.name, action] as const))(
    "%s is absent, disabled with a reason, or succeeds",
    async (name, action) => {
      const { viewersOf, stageOf } = await cast(name);
      const before = { ...count };
      for (const viewer of viewersOf(action.rule)) {
        const forbidden = getObstacle({ calls: action.rule.calls }, undefined, viewer);
        if (forbidden !== null) {
          await walkForbidden(action, viewer, forbidden);
          continue;
        }
        const stage = await stageOf(viewer);
        const walk = findWalk(name);
        if (walk === undefined) await walkState(action, stage, "as it is", async () => ({ subject: undefined, inputs: {} }));
        else for (const state of listStates(name, walk)) await walkState(action, stage, state, () => walk.make(stage, state, name));
      }
      const walked = findWalk(name);
      if (walked === undefined || !isSampled(name, walked))
        expect(count.offered, `${name} is offered to nobody`).toBeGreaterThan(before.offered);
      expect(count, `${name} was not walked`).not.toEqual(before);
    },
  );
});
