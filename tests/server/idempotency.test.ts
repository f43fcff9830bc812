import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeUserInfo, revokeSessions } from "#src/company/accounts/accounts.contract.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import { implementations } from "#server/calls.ts";
import { tinyPng } from "#tests/factories/tiny-png.ts";
import { receiptsWorkbook } from "#tests/factories/workbooks.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { chooseCallsOfTheDay } from "./calls-of-the-day.ts";
import { send } from "./client.ts";
import type { UploadedFile } from "./client.ts";
import { examples } from "./examples.ts";
import { addOwnRows } from "./rows.ts";
import { makeWorld } from "./world.ts";
import type { Person, World } from "./world.ts";

/*
 * Every mutation, sent twice: the second answer equals the first, and nothing more is done. Generated from the list of
 * calls, every third of them, rotating by day; those with their own rule (signing in, keys, tokens) are marked in their definition.
 */

let testApp: TestApp;
let worlds = 0;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

/** Calls that change something. Calls that return files use POST only because their input is long. */
const mutations = implementations
  .filter(({ kind }) => kind !== "file")
  .map(({ call }) => call)
  .filter((call) => call.method !== "GET" && call.idempotency !== "own");

const workbook = await receiptsWorkbook({ rows: 2, linesEach: 1, warehouse: "East 1", skus: ["MUG-BLUE"] });
const chosenFiles: Readonly<Record<string, UploadedFile>> = {
  "accounts.change-avatar": { field: "image", name: "a.png", bytes: tinyPng },
  "imports.upload-import": { field: "workbook", name: "a.xlsx", bytes: workbook },
};
const filesOf = ({ name }: Call): UploadedFile[] => [chosenFiles[name] ?? { field: "images", name: "a.png", bytes: tinyPng }];

/** Creates somebody who may make the call, with a valid input. */
async function scene(call: Call): Promise<{ world: World; person: Person; input: unknown }> {
  const world = await makeWorld(testApp, `-${(worlds += 1)}`);
  const people = [world.provider, world.retailer, world.operator, world.siteAdmin, world.customer];
  const person = call.roles === "anyone" ? world.provider : people.find(({ role }) => call.roles !== "anyone" && call.roles.includes(role));
  if (person === undefined) throw new Error(`${call.name}: nobody may`);
  const owner = person.providerUuid === null ? world.provider : person;
  const rows = await addOwnRows(testApp, owner);
  const foreign = { person: world.foreignProvider, rows: await addOwnRows(testApp, world.foreignProvider) };
  // A call that ends its own session cannot be repeated.
  const isOwnEnd = call.name === "accounts.revoke-sessions";
  const input = isOwnEnd ? { session_uuids: "others" } : await examples[call.name]?.own({ test: testApp, world, owner, rows, foreign });
  return { world, person, input };
}

/** Counts the database's rows: doing something twice would show. */
async function rowsOf(providerUuid: string | null): Promise<string> {
  const counted = await testApp.services.database.transaction({ kind: "platform" }, async (tx) => {
    const { count } = tx.fn;
    const ofProvider = providerUuid ?? "00000000-0000-0000-0000-000000000000";
    const audits = await tx
      .selectFrom("audit_log")
      .select(count("audit_uuid").as("n"))
      .where("provider_uuid", "=", ofProvider)
      .executeTakeFirst();
    const files = await tx.selectFrom("file").select(count("file_uuid").as("n")).where("provider_uuid", "=", ofProvider).executeTakeFirst();
    return [audits?.n, files?.n];
  });
  return counted.join(" ");
}

/** A public call also respects its key when a signed-in user makes it: our client always sends the token. */
async function expectTheSameSignedIn(call: Call, { token }: Person): Promise<void> {
  const { input } = await scene(call);
  const options = { token, idempotencyKey: `signed-in-${call.name}` };
  const first = await send(testApp.app, call, input, options);
  expect(first, first.text).toMatchObject({ status: 200 });
  expect((await send(testApp.app, call, input, options)).text).toBe(first.text);
}

describe.each(chooseCallsOfTheDay(mutations).map((call) => [call.name, call] as const))("%s", (_name, call) => {
  let once: ReturnType<typeof scene> | null = null;
  /** One scene per call: requests refused for their key leave it unchanged. */
  const callScene = () => (once ??= scene(call));

  test("refuses an invalid key", async () => {
    const { person, input } = await callScene();
    const token = call.roles === "anyone" ? null : person.token;
    for (const idempotencyKey of ["short", "x".repeat(201), "with a space in it", "schlüssel-eins"])
      expect(await send(testApp.app, call, input, { token, idempotencyKey, files: filesOf(call) })).toMatchObject({
        status: 400,
        code: 400,
      });
  });

  test("runs once when repeated with the same key, returns the first answer again, and refuses the key for any other request", async () => {
    const { person, input } = await callScene();
    const token = call.roles === "anyone" ? null : person.token;
    const options = { token, idempotencyKey: `key-of-${call.name}-${worlds}`, files: filesOf(call) };
    const first = await send(testApp.app, call, input, options);
    expect(first, first.text).toMatchObject({ status: 200 });
    const before = await rowsOf(person.providerUuid);
    const second = await send(testApp.app, call, input, options);
    expect(second.text).toBe(first.text);
    expect(second.status).toBe(first.status);
    expect(await rowsOf(person.providerUuid)).toBe(before);
    // The same key with another request, of another call or with another body.
    if (token === null) return expectTheSameSignedIn(call, person);
    const isRevoking = call.name === revokeSessions.name;
    const [other, form] = isRevoking ? [changeUserInfo, {}] : [revokeSessions, { session_uuids: "others" }];
    expect(await send(testApp.app, other, form, options)).toMatchObject({ status: 409, code: 409, data: null });
  });
});

test("another body with the same key is refused and changes nothing", async () => {
  const { person } = await scene(changeUserInfo);
  const options = { token: person.token, idempotencyKey: "one-key-for-two-names" };
  expect(await send(testApp.app, changeUserInfo, { display_name: "First" }, options)).toMatchObject({ status: 200, code: 200 });
  expect(await send(testApp.app, changeUserInfo, { display_name: "Second" }, options)).toMatchObject({ status: 409, code: 409 });
  expect(await send(testApp.app, changeUserInfo, {}, { token: person.token })).toMatchObject({ data: { display_name: "First" } });
});

test("ten simultaneous requests with one key run once", async () => {
  const { person, input } = await scene(mutations.find(({ name }) => name === "key-information.add-contact") ?? changeUserInfo);
  const call = mutations.find(({ name }) => name === "key-information.add-contact") ?? changeUserInfo;
  const options = { token: person.token, idempotencyKey: "ten-presses-at-once" };
  const replies = await Promise.all(Array.from({ length: 10 }, () => send(testApp.app, call, input, options)));
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(replies[0]).toMatchObject({ status: 200, code: 200 });
});
