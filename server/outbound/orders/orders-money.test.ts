import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setTerms } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { recordTopUp } from "#src/billing/wallet/wallet.contract.ts";
import { deleteChannel, setChannelsEnabled } from "#src/carriers/channels/channels.contract.ts";
import { codes } from "#src/kit/api/codes.ts";
import { changeChannel, confirmOrders, holdOrders, submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { createOrder, estimateOrder, updateOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { getOrder, listCutOffs, listOrders } from "#src/outbound/orders/orders.contract.ts";
import { mergeVariants } from "#src/warehouse/goods/merge.contract.ts";
import { setLocationsBlocked } from "#src/warehouse/warehouses/locations.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { createDraft } from "#tests/server/create-order.ts";
import { insertPricedChannel } from "#tests/server/priced-channel.ts";
import { request } from "#tests/server/client.ts";
import { putStock, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;
let on: StockStage;
let cheap: string;
let fast: string;
beforeAll(async () => {
  server = await startTestApp({ withWorkers: true });
  world = await makeWorld(server);
  on = await server.services.database.transaction(platform, (tx) =>
    stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA }),
  );
  cheap = await addChannel("Economy", 4_000_000, ["US"]);
  fast = await addChannel("Express", 9_000_000, []);
});
afterAll(() => server.close());

const act = <T>(work: Parameters<TestApp["services"]["database"]["transaction"]>[1]) =>
  server.services.database.transaction({ kind: "provider", providerUuid: world.providerA }, work) as Promise<T>;

/** A channel with one price for any weight, to some countries or all. */
function addChannel(name: string, base_micros: number, countries: readonly string[]): Promise<string> {
  const prices = [{ up_to_grams: 30_000, base_micros }];
  return act((tx) => insertPricedChannel(tx, world.providerA, { name, prices, countries }));
}

const create = (more: object = {}) => createDraft(server, on, world.retailer, more);
const submit = async (...order_ids: string[]) =>
  (await request(server.app, submitOrders, { order_ids }, { token: world.retailer.token })).data;
const detail = async (order_uuid: string) => (await request(server.app, getOrder, { order_uuid }, { token: world.provider.token })).data;
const topUp = (amount_cents: number) =>
  request(
    server.app,
    recordTopUp,
    { retailer_uuid: world.retailerA, amount_cents, method: "bank", reference: newId(), received_on: "2026-01-02" },
    { token: world.provider.token },
  );

/** Waits until something is so; fails after 20 s. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`it was never so: ${what}`);
}

describe("a submitted order", () => {
  test("gets the cheapest channel to its country, and its price", async () => {
    await topUp(100_000);
    const [home, abroad] = [await create(), await create({ country: "DE" })];
    const estimated = await request(server.app, estimateOrder, { order_uuid: home }, { token: world.retailer.token });
    expect(estimated.data).toMatchObject({ estimate: { currency: "USD", total_cents: 400, missing: [] }, obstacle: null });
    expect(await submit(home, abroad)).toEqual({ done: 2, failed: [] });
    expect(await detail(home)).toMatchObject({ channel_uuid: cheap, channel_name: "Economy", estimate_cents: 400, holds: [] });
    expect(await detail(abroad)).toMatchObject({ channel_uuid: fast, estimate_cents: 900 });
  });

  test("is estimated as a draft at what it will cost, with what can be spent after it, before it is submitted and after", async () => {
    const estimateOf = async (order_uuid: string) =>
      (await request(server.app, estimateOrder, { order_uuid }, { token: world.retailer.token })).data;
    const [small, large] = [await create(), await create({ country: "DE" })];
    const before = await estimateOf(small);
    expect(before).toMatchObject({ estimate: { total_cents: 400 }, obstacle: null });
    expect((await estimateOf(large)).credit_left_cents).toBe((before.credit_left_cents ?? 0) - 500);
    await submit(small);
    expect(await detail(small)).toMatchObject({ estimate_cents: before.estimate?.total_cents });
    expect(await estimateOf(small)).toEqual(before);
    const nowhere = await create({ country: "DE", channel_uuid: cheap });
    expect(await estimateOf(nowhere)).toEqual({ estimate: null, credit_left_cents: null, obstacle: "channelUnfit" });
    const foreign = await request(server.app, estimateOrder, { order_uuid: small }, { token: world.otherRetailer.token });
    expect(foreign.code).toBe(codes.notFound.code);
  });

  test("is refused a channel that does not ship to its country, at submit and later", async () => {
    const abroad = await create({ country: "DE", channel_uuid: cheap });
    expect((await submit(abroad)).failed).toMatchObject([{ order_id: abroad, code: codes["orders.channelUnfit"].code }]);
    const other = await create({ country: "DE" });
    await submit(other);
    const changed = await request(server.app, changeChannel, { order_ids: [other], channel_id: cheap }, { token: world.provider.token });
    expect(changed.data.failed).toMatchObject([{ order_id: other, code: codes["orders.channelUnfit"].code }]);
  });

  test("is not even a draft with a channel that is unknown, another company's or out of use, which a draft that has it keeps", async () => {
    const foreign = newId();
    await server.services.database.transaction({ kind: "provider", providerUuid: world.providerB }, (tx) =>
      tx.insertInto("channel").values({ provider_uuid: world.providerB, channel_uuid: foreign, name: "Theirs", currency: "USD" }).execute(),
    );
    const idle = await addChannel("Idle", 1_000_000, []);
    const enable = (is_enabled: boolean) =>
      request(server.app, setChannelsEnabled, { channel_uuids: [idle], is_enabled }, { token: world.provider.token });
    const head = { country: "US", recipient: { consignee: "Alex Example", address: "1 Example Street", city: "Springfield" } };
    const order_uuid = await create({ channel_uuid: idle });
    await enable(false);
    for (const person of [world.retailer, world.provider])
      for (const channel_uuid of [newId(), foreign]) {
        const created = await request(server.app, createOrder, { ...head, channel_uuid }, { token: person.token });
        expect(created.code).toBe(codes.notFound.code);
        const changed = await request(server.app, updateOrder, { ...head, order_uuid, version: 1, channel_uuid }, { token: person.token });
        expect(changed.code).toBe(codes.notFound.code);
      }
    const fresh = await request(server.app, createOrder, { ...head, channel_uuid: idle }, { token: world.retailer.token });
    expect(fresh.code).toBe(codes.notFound.code);
    const same = { ...head, order_uuid, version: 1, channel_uuid: idle };
    expect((await request(server.app, updateOrder, same, { token: world.retailer.token })).code).toBe(200);
  });

  test("has another price after its channel is changed, and the channel can no longer be deleted", async () => {
    const uuid = await create();
    await submit(uuid);
    await request(server.app, changeChannel, { order_ids: [uuid], channel_id: fast }, { token: world.provider.token });
    expect(await detail(uuid)).toMatchObject({ channel_uuid: fast, estimate_cents: 900 });
    const { version } = await act<{ version: number }>((tx) =>
      tx
        .selectFrom("channel")
        .select("version")
        .where("provider_uuid", "=", world.providerA)
        .where("channel_uuid", "=", fast)
        .executeTakeFirstOrThrow(),
    );
    const gone = await request(server.app, deleteChannel, { channel_uuid: fast, version }, { token: world.provider.token });
    expect(gone.code).toBe(codes["channels.inUse"].code);
  });
});

describe("the credit limit", () => {
  test("holds orders beyond it, in the order of their submission, and a top-up lifts the holds, oldest first", async () => {
    const poor = await server.services.database.transaction(platform, (tx) =>
      stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA2 }),
    );
    const as = { token: world.otherRetailer.token };
    const uuids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { data } = await request(
        server.app,
        createOrder,
        {
          country: "US",
          recipient: { consignee: "Sam Sample", address: "2 Example Street", city: "Springfield" },
          warehouse_uuid: poor.warehouseUuid,
          lines: [{ sku: poor.variants[0]?.sku ?? "", quantity: 1 }],
        },
        as,
      );
      uuids.push(data.order_uuid);
    }
    const terms = { retailer_uuid: world.retailerA2, rate_card_uuid: null, price_tier_uuid: null, credit_limit_cents: 900, version: 0 };
    expect((await request(server.app, setTerms, terms, { token: world.provider.token })).code).toBe(200);
    await request(server.app, submitOrders, { order_ids: uuids }, as);
    const holds = async () => Promise.all(uuids.map(async (uuid) => (await detail(uuid)).holds.length));
    // 9.00 covers two orders of 4.00.
    expect(await holds()).toEqual([0, 0, 1, 1]);
    await server.services.database.transaction({ kind: "provider", providerUuid: world.providerA }, (tx) =>
      putStock(tx, poor, { quantity: 4 }),
    );
    await request(server.app, confirmOrders, { order_ids: uuids }, { token: world.provider.token });
    expect((await detail(uuids[2] ?? "")).status).toBe("confirmed");
    const added = await request(
      server.app,
      recordTopUp,
      { retailer_uuid: world.retailerA2, amount_cents: 500, method: "bank", reference: newId(), received_on: "2026-01-02" },
      { token: world.provider.token },
    );
    expect(added.code).toBe(200);
    await until("the third order has no hold", async () => (await holds())[2] === 0);
    // 14.00 covers three; the fourth waits, and the third got its stock.
    expect(await holds()).toEqual([0, 0, 0, 1]);
    expect((await detail(uuids[2] ?? "")).status).toBe("allocated");
  });
});

test("a short order gets its stock by itself once pieces are put into a location", async () => {
  const uuid = await create({ lines: [{ sku: on.variants[1]?.sku ?? "", quantity: 2 }] });
  await submit(uuid);
  await request(server.app, confirmOrders, { order_ids: [uuid] }, { token: world.provider.token });
  expect((await detail(uuid)).status).toBe("short");
  await act(async (tx) => {
    await putStock(tx, on, { variant: 1, quantity: 2 });
    await server.services.followUps.stockFreed(tx, world.providerA, [on.variants[1]?.variantUuid ?? ""]);
  });
  await until("the order is allocated", async () => (await detail(uuid)).status === "allocated");
});

describe("the cut-off of its channel", () => {
  const hourMs = 3_600_000;
  /** Hours and minutes in Shanghai, which has no summer time, some hours from now. */
  const inShanghai = (hours: number) => new Date(server.services.clock.now().getTime() + (8 + hours) * hourMs).toISOString().slice(11, 16);
  const setCutOff = (channel_uuid: string, cut_off: string) =>
    act(async (tx) => {
      await sql`update warehouse set time_zone = 'Asia/Shanghai' where warehouse_uuid = ${on.warehouseUuid}`.execute(tx);
      await sql`delete from channel_cut_off where channel_uuid = ${channel_uuid}`.execute(tx);
      await sql`insert into channel_cut_off (provider_uuid, channel_uuid, warehouse_uuid, cut_off)
        values (${world.providerA}, ${channel_uuid}, ${on.warehouseUuid}, ${cut_off})`.execute(tx);
    });
  const hoursUntil = (moment: string) => Math.round((Date.parse(moment) - server.services.clock.now().getTime()) / hourMs);
  const asProvider = () => ({ token: world.provider.token });

  test("is when a confirmed order is due: today's, or tomorrow's once that has passed, and another if the channel changes", async () => {
    await topUp(1_000_000);
    await setCutOff(cheap, inShanghai(2));
    await setCutOff(fast, inShanghai(-2));
    const uuid = await create();
    await submit(uuid);
    expect((await detail(uuid)).due_at).toBe("");
    await request(server.app, confirmOrders, { order_ids: [uuid] }, asProvider());
    expect(hoursUntil((await detail(uuid)).due_at)).toBe(2);
    await request(server.app, changeChannel, { order_ids: [uuid], channel_id: fast }, asProvider());
    expect(hoursUntil((await detail(uuid)).due_at)).toBe(22);
  });

  test("is counted down with the orders that are due then, and those that missed it are late until they are held", async () => {
    await setCutOff(cheap, inShanghai(3));
    const uuids = [await create(), await create()];
    await submit(...uuids);
    const before = (await request(server.app, listCutOffs, {}, asProvider())).data.result.find((one) => one.channel_uuid === cheap);
    await request(server.app, confirmOrders, { order_ids: uuids }, asProvider());
    await act((tx) => sql`update sales_order set due_at = now() - interval '1 minute' where order_uuid = ${uuids[0]}`.execute(tx));
    const read = async () =>
      (await request(server.app, listCutOffs, {}, asProvider())).data.result.find((one) => one.channel_uuid === cheap);
    const shown = await read();
    expect(hoursUntil(shown?.next_at ?? "")).toBe(3);
    expect(shown).toMatchObject({ orders: (before?.orders ?? 0) + 1, late: (before?.late ?? 0) + 1, channel_name: "Economy" });
    const late = async () =>
      (await request(server.app, listOrders, { to_do: "late" }, asProvider())).data.result.map((one) => one.order_uuid);
    expect(await late()).toEqual([uuids[0]]);
    await request(server.app, holdOrders, { order_ids: uuids, hold: "operator" }, asProvider());
    expect(await late()).toEqual([]);
    expect(await read()).toMatchObject({ orders: before?.orders, late: before?.late });
    const foreign = await request(server.app, listCutOffs, {}, { token: world.foreignProvider.token });
    expect(foreign.data.result).toEqual([]);
  });
});

describe("an order that waits for stock", () => {
  const asProvider = () => ({ token: world.provider.token });
  const put = (at: StockStage, variant: number) => act((tx) => putStock(tx, at, { variant, location: 0, quantity: 5 }));
  const fresh = () =>
    server.services.database.transaction(platform, (tx) =>
      stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA, variants: 2 }),
    );
  async function waiting(at: StockStage): Promise<string> {
    await topUp(100_000);
    const uuid = await create({ warehouse_uuid: at.warehouseUuid, lines: [{ sku: at.variants[0]?.sku ?? "", quantity: 2 }] });
    await submit(uuid);
    await request(server.app, confirmOrders, { order_ids: [uuid] }, asProvider());
    expect((await detail(uuid)).status).toBe("short");
    return uuid;
  }
  const isAllocated = async (uuid: string) => (await detail(uuid)).status === "allocated";

  test("gets what stands in a location as soon as that is unblocked", async () => {
    const at = await fresh();
    await put(at, 0);
    const block = (blocked: boolean) =>
      request(
        server.app,
        setLocationsBlocked,
        { location_uuids: at.locations.slice(0, 1), blocked, reason: blocked ? "wet" : "" },
        asProvider(),
      );
    expect((await block(true)).code).toBe(200);
    const uuid = await waiting(at);
    expect((await block(false)).code).toBe(200);
    await until("the order has its stock", () => isAllocated(uuid));
  });

  test("follows its SKU when that is merged into another, and gets the other's stock", async () => {
    const at = await fresh();
    await put(at, 1);
    const uuid = await waiting(at);
    const draft = await create({ warehouse_uuid: at.warehouseUuid, lines: [{ sku: at.variants[0]?.sku ?? "", quantity: 1 }] });
    const [from = "", into = ""] = at.variants.map(({ variantUuid }) => variantUuid);
    const merged = await request(server.app, mergeVariants, { from_uuids: [from], into_uuid: into }, asProvider());
    expect(merged.code, merged.text).toBe(200);
    for (const one of [uuid, draft]) expect((await detail(one)).lines.map(({ variant_uuid }) => variant_uuid)).toEqual([into]);
    await until("the order has the other's stock", () => isAllocated(uuid));
    expect((await detail(uuid)).reservations).toMatchObject([{ sku: at.variants[1]?.sku, quantity: 2 }]);
    // What is reserved is not merged away.
    const back = await request(server.app, mergeVariants, { from_uuids: [into], into_uuid: from }, asProvider());
    expect(back.code).not.toBe(200);
  });
});
