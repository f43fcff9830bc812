import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { home } from "#src/company/accounts/accounts.contract.ts";
import { codes } from "#src/kit/api/codes.ts";
import { inviteOperator, listBindableWarehouses, listOperators, setPermissions } from "#src/company/operators/operators.contract.ts";
import type { Operator } from "#src/company/operators/operators.contract.ts";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { auditRows } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { addWarehousesRows } from "#tests/server/rows-warehouses.ts";
import { addPerson, makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

let test_: TestApp;
let world: World;
let [first, second, foreign] = ["", "", ""];

async function addWarehouse(person: Person): Promise<string> {
  const acting = { kind: "provider", providerUuid: person.providerUuid, userUuid: person.userUuid } as const;
  const { warehouseUuid } = await test_.services.database.transaction(acting, (tx) => addWarehousesRows(tx, person));
  return warehouseUuid;
}

beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
  [first, second, foreign] = [
    await addWarehouse(world.provider),
    await addWarehouse(world.provider),
    await addWarehouse(world.foreignProvider),
  ];
});
afterAll(() => test_.close());

let made = 0;
const someOperator = () => addPerson(test_, { username: `hand-${(made += 1)}`, role: "operator", providerUuid: world.providerA });
const byProvider = () => ({ token: world.provider.token });
async function seen(userUuid: string): Promise<Operator> {
  const { data } = await request(test_.app, listOperators, { page_size: 200 }, byProvider());
  const found = data.result.find(({ user_uuid }) => user_uuid === userUuid);
  if (found === undefined) throw new Error("not among the operators");
  return found;
}
const bind = async ({ userUuid }: Person, warehouse_uuids?: string[]) => {
  const { version, permissions } = await seen(userUuid);
  const change = { user_uuid: userUuid, permissions, version, ...(warehouse_uuids === undefined ? {} : { warehouse_uuids }) };
  return request(test_.app, setPermissions, change, byProvider());
};
const listSeen = async ({ token }: Person) => {
  const { data } = await request(test_.app, queryStorage, {}, { token });
  return data.result.map(({ warehouse_uuid }) => warehouse_uuid).toSorted();
};

describe("the warehouses of an operator", () => {
  test("are all of the provider's unless some are chosen, and count from the operator's next request on, in the same session", async () => {
    const operator = await someOperator();
    const both = [first, second].toSorted();
    expect((await seen(operator.userUuid)).warehouses).toEqual([]);
    expect(await listSeen(operator)).toEqual(both);
    const { data } = await bind(operator, [first]);
    expect(data.warehouses).toMatchObject([{ warehouse_uuid: first, is_closed: false }]);
    expect(await listSeen(operator)).toEqual([first]);
    // Twice: the second request runs ahead for the principal that the session is remembered by.
    expect(await listSeen(operator)).toEqual([first]);
    await bind(operator, [first.toUpperCase(), second, second]);
    expect(await listSeen(operator)).toEqual(both);
    await bind(operator, [second]);
    expect(await listSeen(operator)).toEqual([second]);
    await bind(operator, []);
    expect(await listSeen(operator)).toEqual(both);
    expect(await listSeen(world.provider)).toEqual(both);
  });

  test("stay as they are if a change of permissions does not name any", async () => {
    const operator = await someOperator();
    await bind(operator, [first]);
    const { data } = await bind(operator);
    expect(data.warehouses.map(({ warehouse_uuid }) => warehouse_uuid)).toEqual([first]);
    expect(await listSeen(operator)).toEqual([first]);
  });

  test("must be the provider's: otherwise nothing is changed", async () => {
    const operator = await someOperator();
    await bind(operator, [first]);
    const before = await seen(operator.userUuid);
    expect((await bind(operator, [first, foreign])).code).toBe(codes.notFound.code);
    expect(await seen(operator.userUuid)).toEqual(before);
    const invited = { email: "stranger@example.test", permissions: [], warehouse_uuids: [foreign] };
    expect((await request(test_.app, inviteOperator, invited, byProvider())).code).toBe(codes.notFound.code);
  });

  test("are listed by name for the provider alone", async () => {
    const { data } = await request(test_.app, listBindableWarehouses, {}, byProvider());
    expect(data.result.map(({ warehouse_uuid }) => warehouse_uuid).toSorted()).toEqual([first, second].toSorted());
    const { code } = await request(test_.app, listBindableWarehouses, {}, { token: (await someOperator()).token });
    expect(code).toBe(codes.forbidden.code);
  });

  test("are given with an invitation, and the next invitation replaces them", async () => {
    const invitation = { email: "newcomer@example.test", permissions: [] };
    const invite = (warehouse_uuids: string[]) => request(test_.app, inviteOperator, { ...invitation, warehouse_uuids }, byProvider());
    const { data } = await invite([second]);
    expect((await seen(data.user_uuid)).warehouses).toMatchObject([{ warehouse_uuid: second }]);
    await invite([]);
    expect((await seen(data.user_uuid)).warehouses).toEqual([]);
  });

  test("are in the audit log, as they were and as they are", async () => {
    const operator = await someOperator();
    await bind(operator, [first]);
    await bind(operator, [second]);
    const written = (await auditRows(test_, "operators.set-permissions")).filter(({ subject_uuid }) => subject_uuid === operator.userUuid);
    expect(written.map(({ detail }) => detail)).toMatchObject([
      { warehouses: { before: [], after: [first] } },
      { warehouses: { before: [first], after: [second] } },
    ]);
  });

  test("do not end the session", async () => {
    const operator = await someOperator();
    await bind(operator, [first]);
    expect((await request(test_.app, home, {}, { token: operator.token })).code).toBe(200);
  });
});
