import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { retrieveAuditLog } from "#src/company/audit/audit.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { platform, platformUuid } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { addPerson, makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";
import { auditId, lowestAuditId } from "#server/platform/audit-trail/audit-id.ts";
import { erasePerson, writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import type { AuditNote } from "#server/platform/audit-trail/audit.commands.ts";

let server: TestApp;
let world: World;
const subject = newId();
const day = (number: number): Date => new Date(Date.UTC(2026, 0, number));

function asPlatform<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return server.services.database.transaction(platform, work);
}

/** A row of the log by this person. */
async function note(person: Person, at: Date, action: string, more: Partial<AuditNote> = {}): Promise<void> {
  const { providerUuid, retailerUuid, userUuid, username } = person;
  await asPlatform((tx) =>
    writeAudit(
      tx,
      { actor: null, now: at, address: "10.0.0.7" },
      { action, by: { providerUuid, retailerUuid, userUuid, username }, ...more },
    ),
  );
}

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
  await note(world.provider, day(1), "accounts.sign-in");
  await note(world.operator, day(2), "files.upload-images", { subjectType: "file", subjectUuid: subject, detail: { count: 2 } });
  await note(world.retailer, day(3), "accounts.sign-in");
  await note(world.otherRetailer, day(4), "accounts.sign-out");
  await note(world.foreignProvider, day(5), "accounts.sign-in");
  await note(world.provider, day(6), "accounts-old.sign-in", { subjectUuid: subject });
});

afterAll(() => server.close());

async function read(person: Person, filter: object = {}) {
  return (await request(server.app, retrieveAuditLog, filter, { token: person.token })).data;
}

async function actionsSeen(person: Person, filter: object = {}): Promise<string[]> {
  const { result } = await read(person, filter);
  return result.map(({ at, action }) => `${Number(at.slice(8, 10))} ${action}`);
}

const all = ["6 accounts-old.sign-in", "4 accounts.sign-out", "3 accounts.sign-in", "2 files.upload-images", "1 accounts.sign-in"];

describe("the audit log", () => {
  test("shows a provider all its rows, newest first, with the users", async () => {
    expect(await actionsSeen(world.provider)).toEqual(all);
    const page = await read(world.provider);
    expect(page).toMatchObject({ total: 5, total_is_exact: true, next_cursor: null });
    expect(page.result[3]).toEqual({
      audit_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      at: "2026-01-02T00:00:00.000Z",
      action: "files.upload-images",
      user_uuid: world.operator.userUuid,
      username: "alpha-operator",
      address: "10.0.0.7",
      subject_type: "file",
      subject_uuid: subject,
      detail: { count: 2 },
      is_sealed: false,
    });
    expect(page.result[4]).toMatchObject({ subject_type: "", subject_uuid: "" });
  });

  test("answers with and without the API prefix", async () => {
    const { token } = world.provider;
    const bare = await request(server.app, retrieveAuditLog, {}, { token, bare: true });
    expect(bare.text).toBe((await request(server.app, retrieveAuditLog, {}, { token })).text);
  });

  test("shows a retailer only its own rows under its current provider, and shows other companies none", async () => {
    expect(await actionsSeen(world.retailer)).toEqual(["3 accounts.sign-in"]);
    expect(await actionsSeen(world.otherRetailer)).toEqual(["4 accounts.sign-out"]);
    expect(await actionsSeen(world.foreignProvider)).toEqual(["5 accounts.sign-in"]);
    expect(await actionsSeen(world.foreignOperator)).toEqual(["5 accounts.sign-in"]);
    expect(await actionsSeen(world.foreignRetailer)).toEqual([]);
  });

  test("shows an operator the same, if it has the permission for reports", async () => {
    expect(await actionsSeen(world.operator)).toEqual(all);
    for (const person of [world.idleOperator, world.customer, world.siteAdmin])
      expect(await send(server.app, retrieveAuditLog, {}, { token: person.token })).toMatchObject({ status: 403, data: null });
    expect(await send(server.app, retrieveAuditLog, {})).toMatchObject({ status: 401 });
  });

  test("is empty for a retailer without a supplier", async () => {
    const nobodys = await addPerson(server, { username: "nobodys-retailer", role: "dropShipper", retailerUuid: world.retailerA });
    expect(await read(nobodys)).toEqual({ result: [], total: 0, total_is_exact: true, next_cursor: null });
  });
});

describe("the audit log's filters", () => {
  test.each([
    [{ action: "accounts.sign-in" }, [all[2], all[4]]],
    [{ action: "accounts" }, [all[1], all[2], all[4]]],
    [{ action: "accounts-old" }, [all[0]]],
    [{ action: "acc" }, []],
    [{ action: "sites" }, []],
    [{ action: "accounts.%" }, []],
    [{ action: "accounts_old" }, []],
    [{ action: "%" }, []],
    [{ action: "' or true --" }, []],
    [{ action: "" }, []],
    [{ subject_uuid: subject }, [all[0], all[3]]],
    [{ subject_uuid: subject, action: "files" }, [all[3]]],
    [{ from: "2026-01-03T00:00:00Z" }, [all[0], all[1], all[2]]],
    [{ from: "2026-01-03T00:00:00.001Z" }, [all[0], all[1]]],
    [{ until: "2026-01-03T00:00:00Z" }, [all[3], all[4]]],
    [{ from: "2026-01-02T08:00:00+08:00", until: "2026-01-04T00:00:00Z" }, [all[2], all[3]]],
    [{ from: "2026-01-02T00:00:00Z", action: "accounts" }, [all[1], all[2]]],
    [{ from: "2026-02-01T00:00:00Z", until: "2026-01-01T00:00:00Z" }, []],
    [{ from: "0001-01-01T00:00:00Z", until: "9999-12-31T23:59:59Z" }, all],
  ])("select the matching rows for %j", async (filter, wanted) => {
    expect(await actionsSeen(world.provider, filter)).toEqual(wanted);
  });

  test("include the user", async () => {
    expect(await actionsSeen(world.provider, { user_uuid: world.operator.userUuid })).toEqual([all[3]]);
    expect(await actionsSeen(world.provider, { user_uuid: world.foreignProvider.userUuid })).toEqual([]);
    expect(await actionsSeen(world.retailer, { user_uuid: world.provider.userUuid })).toEqual([]);
  });

  test("include the slice, for a retailer as well", async () => {
    expect(await actionsSeen(world.retailer, { action: "accounts" })).toEqual([all[2]]);
    expect(await actionsSeen(world.retailer, { action: "files" })).toEqual([]);
  });

  test.each([
    { user_uuid: "x" },
    { subject_uuid: "1 or 1=1" },
    { from: "yesterday" },
    { from: "2026-13-01T00:00:00Z" },
    { action: "x".repeat(81) },
    { cursor: "e30" },
    { cursor: Buffer.from('["audit.log","\' or true"]').toString("base64url") },
    { page_size: 1000 },
    { retailer_uuid: newId() },
    { sort: "at" },
  ])("refuse %j", async (filter) => {
    expect(await send(server.app, retrieveAuditLog, filter, { token: world.provider.token })).toMatchObject({ status: 400, code: 400 });
  });
});

describe.each([{}, { action: "many" }, { action: "many.odd" }])("pages of %j", (filter) => {
  test("follow each other while rows are written, without gaps or duplicates", async () => {
    const provider = world.foreignProvider;
    for (let index = 0; index < 30; index += 1)
      await note(provider, new Date(day(10).getTime() + Math.floor(index / 4)), index % 2 === 0 ? "many.even" : "many.odd");
    const whole = (await read(provider, { ...filter, page_size: 200 })).result.map(({ audit_uuid }) => audit_uuid);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await read(provider, { ...filter, page_size: 7, cursor });
      seen.push(...page.result.map(({ audit_uuid }) => audit_uuid));
      cursor = page.next_cursor ?? undefined;
      await note(provider, day(20), "many.odd");
    } while (cursor !== undefined);
    expect(seen).toEqual(whole);
    const byNumber = await read(provider, { ...filter, page_size: 5, cur_page: 2 });
    const newest = (await read(provider, { ...filter, page_size: 10 })).result;
    expect(byNumber.result).toEqual(newest.slice(5));
  });
});

describe("a row's key", () => {
  test("has the row's time, and is in order within a millisecond", () => {
    const at = day(3);
    const ids = [auditId(day(4)), ...Array.from({ length: 1000 }, () => auditId(at))];
    const [later = "", ...sameTime] = ids;
    expect(sameTime.toSorted()).toEqual(sameTime);
    expect(sameTime.every((id) => id >= lowestAuditId(at) && id < lowestAuditId(new Date(at.getTime() + 1)))).toBe(true);
    expect(sameTime.every((id) => id < later)).toBe(true);
    expect(lowestAuditId(day(4)) <= later).toBe(true);
  });
});

describe("a written row", () => {
  test("is stored even if it has characters that jsonb cannot hold", async () => {
    await note(world.foreignOperator, day(30), "accounts.refused", {
      detail: { half: "\ud83d", nul: "a\0b", deep: [{ nul: "\0" }] },
      person: { tried: "x\0\udc00" },
    });
    const [row] = (await read(world.foreignProvider, { action: "accounts.refused" })).result;
    expect(row?.detail).toEqual({ half: "\ufffd", nul: "a\ufffdb", deep: [{ nul: "\ufffd" }] });
  });
});

describe("an erased person", () => {
  test("is no longer named in any provider's rows, and the rows stay", async () => {
    const gone = await addPerson(server, { username: "goes-away", role: "operator", providerUuid: world.providerB });
    await note(gone, day(21), "gone.first");
    await note({ ...gone, providerUuid: world.providerA }, day(21), "gone.second");
    await note({ ...gone, providerUuid: null }, day(21), "gone.third");
    await note(world.foreignProvider, day(22), "gone.invited", { subjectUuid: gone.userUuid, person: { email: "goes-away@example.test" } });
    await note(world.foreignProvider, day(23), "gone.unrelated");
    expect(await asPlatform((tx) => erasePerson(tx, gone.userUuid))).toBe(4);
    const { result } = await read(world.foreignProvider, { action: "gone" });
    expect(result.map(({ action, username, address, user_uuid }) => [action, username, address, user_uuid])).toEqual([
      ["gone.unrelated", "beta-provider", "10.0.0.7", world.foreignProvider.userUuid],
      ["gone.invited", "", "", world.foreignProvider.userUuid],
      ["gone.first", "", "", gone.userUuid],
    ]);
    const left = await asPlatform((tx) =>
      tx
        .selectFrom("audit_person")
        .select("audit_uuid")
        .where("provider_uuid", "in", [platformUuid, world.providerA])
        .where("user_uuid", "=", gone.userUuid)
        .execute(),
    );
    expect(left).toEqual([]);
  });

  test("can be erased only by the platform", async () => {
    const { providerUuid, userUuid } = world.provider;
    const acting = { kind: "provider", providerUuid, userUuid } as const;
    await expect(server.services.database.transaction(acting, (tx) => erasePerson(tx, userUuid))).rejects.toThrow(
      "only the platform can erase",
    );
  });
});
