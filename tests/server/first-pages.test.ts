import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Call } from "#src/kit/api/define-call.ts";
import { implementations } from "#server/calls.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { send } from "./client.ts";
import { makeWorld } from "./world.ts";
import type { World } from "./world.ts";

/** Read calls that the specification names without parameters and that return lists. Later slices add theirs. */
const specified = [
  "/api/query-provider/all",
  "/api/query-provider/list",
  "/api/query-provider/detail",
  "/api/storage/query-storage",
  "/api/storage/query-storage-definition",
  "/api/storage-m/get-related-products",
  "/api/product/query-product",
  "/api/customer/query-specific",
  "/api/customer/get-customers",
  "/api/customer-settings/contact_info",
  "/api/customer-settings/print-label-info-list",
  "/api/customer-settings/query-specific-wave-strategies",
  "/api/audit_log/audit-log-retrieve",
  "/api/logistics/get-specified-channels",
  "/api/logistics/fetch-all-channels",
  "/api/logistics/get-api-name-list",
  "/api/logistics/query-specific-element-api",
  "/api/logistics/query-specific-element-channels",
  "/api/order/query-order",
  "/api/order/query-specific-elements",
  "/api/dropshipping/specific-element",
  "/api/dropshipping/query-bagged-specific-element",
  "/api/delivery_list/query-delivery-specific-element",
  "/api/delivery_list/query-wave-list-specific-element",
];

const isList = ({ method, output }: Call) => method === "GET" && output instanceof z.ZodObject && "result" in output.shape;
const lists = implementations.map(({ call }) => call).filter(isList);
const withoutParameters = lists.filter(({ input }) => input.safeParse({}).success);

let test_: TestApp;
let world: World;
beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
});
afterAll(() => test_.close());

test("every list that the specification reads without parameters requires none", () => {
  expect(specified.filter((path) => !withoutParameters.some((call) => call.path === path))).toEqual([]);
});

describe("without parameters", () => {
  test.each(withoutParameters.map((call) => [call.name, call] as const))("%s returns its first page", async (_name, call) => {
    const people = [world.provider, world.operator, world.retailer, world.customer, world.siteAdmin];
    const person = people.find(({ role }) => call.roles === "anyone" || call.roles.includes(role));
    const reply = await send(test_.app, call, {}, person === undefined ? {} : { token: person.token });
    expect(reply, reply.text).toMatchObject({ status: 200, code: 200 });
    const { result } = reply.data as { result: readonly unknown[] };
    expect(result.length).toBeLessThanOrEqual(1000);
  });
});
