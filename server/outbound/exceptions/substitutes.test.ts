import { afterAll, beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import {
  answerException,
  askRetailer,
  getException,
  listExceptions,
  resolveException,
} from "#src/outbound/exceptions/exceptions.contract.ts";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
import { claimTask, reportShortPick, startPickTask } from "#src/outbound/picking/picking.contract.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { checkLedger } from "#server/warehouse/stock/reconciliation.queries.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { addPickRows } from "#tests/server/rows-picking.ts";
import { putStock, staffOf, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;
beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
});
afterAll(() => server.close());

const asProvider = () => ({ token: world.provider.token });
const asRetailer = () => ({ token: world.retailer.token });
const order = async (order_uuid: string) => (await request(server.app, getOrder, { order_uuid }, asProvider())).data;

/** An order of three pieces, of which a pick finds one. */
async function pickShort(): Promise<{ stage: StockStage; orderUuid: string }> {
  const { stage, taskUuid, tote, orderUuids } = await server.services.database.transaction(platform, (tx) =>
    addPickRows(tx, world.retailer),
  );
  await request(server.app, claimTask, { task_uuid: taskUuid, takes_over: false }, asProvider());
  await request(server.app, startPickTask, { task_uuid: taskUuid, tote }, asProvider());
  const short = { task_uuid: taskUuid, line_number: 1, picked_quantity: 1, reason: "missing" } as const;
  expect((await request(server.app, reportShortPick, short, asProvider())).code).toBe(200);
  return { stage, orderUuid: orderUuids[0] ?? "" };
}

/** The only exception of an order. */
async function only(order_uuid: string): Promise<OutputOf<typeof getException>> {
  const { data } = await request(server.app, listExceptions, { order_uuid }, asProvider());
  expect(data.result).toHaveLength(1);
  return (await request(server.app, getException, { exception_uuid: data.result[0]?.exception_uuid ?? "" }, asProvider())).data;
}

const resolve = ({ exception_uuid, version }: OutputOf<typeof getException>) =>
  request(server.app, resolveException, { exception_uuid, version, resolution: "substituted" }, asProvider());

test("a resolution ships another product that the retailer agreed to, once there is enough of it, and else changes nothing", async () => {
  const { stage, orderUuid } = await pickShort();
  const [own, other] = stage.variants;
  const propose = async (sku: string) => {
    const of = await only(orderUuid);
    const substitute = { line_uuid: of.lines[0]?.line_uuid ?? "", sku };
    const asked = { exception_uuid: of.exception_uuid, version: of.version, message: "May we ship this instead?", substitute };
    return request(server.app, askRetailer, asked, asProvider());
  };
  const answerWith = async (agrees: boolean) => {
    const { exception_uuid, version } = await only(orderUuid);
    return request(server.app, answerException, { exception_uuid, version, agrees }, asRetailer());
  };
  const ship = async () => resolve(await only(orderUuid));
  expect((await ship()).code).toBe(codes["exceptions.noProposal"].code);
  expect((await propose(own?.sku ?? "")).code).toBe(codes["exceptions.sameGoods"].code);
  const foreign = await server.services.database.transaction(platform, (tx) =>
    stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA2 }),
  );
  expect((await propose(foreign.variants[0]?.sku ?? "")).code).toBe(codes["orders.skuUnknown"].code);
  expect((await propose(other?.sku ?? "")).data).toMatchObject({
    status: "waiting_retailer",
    substitute: { sku: own?.sku, new_sku: other?.sku, consent: "asked" },
  });
  expect((await ship()).code).toBe(codes["exceptions.noConsent"].code);
  expect((await answerWith(false)).data.substitute).toMatchObject({ consent: "declined" });
  expect((await ship()).code).toBe(codes["exceptions.noConsent"].code);
  await propose(other?.sku ?? "");
  expect((await answerWith(true)).data).toMatchObject({ status: "assigned", substitute: { consent: "agreed" } });

  const before = await order(orderUuid);
  expect((await ship()).code).toBe(codes["stock.notEnough"].code);
  expect(await order(orderUuid)).toEqual(before);
  await server.services.database.transaction(staffOf(world.providerA), (tx) =>
    putStock(tx, stage, { variant: 1, quantity: 3, location: 1 }),
  );
  expect((await ship()).data).toMatchObject({ status: "resolved", resolution: "substituted", order_status: "allocated" });
  const now = await order(orderUuid);
  expect(now.lines).toMatchObject([{ variant_uuid: other?.variantUuid, sku: other?.sku, quantity: 3, is_reserved: true }]);
  expect(now.reservations).toMatchObject([{ sku: other?.sku, quantity: 3 }]);
  expect(now.events.map(({ event }) => event)).toContain("substitute");
  const { differences } = await server.services.database.transaction(platform, (tx) => checkLedger(tx, world.providerA));
  expect(differences).toEqual([]);
});
