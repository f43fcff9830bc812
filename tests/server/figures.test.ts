import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getFigure } from "#src/company/home/figures.rules.ts";
import type { Figure } from "#src/company/home/figures.rules.ts";
import { listToDos } from "#src/company/home/to-dos.contract.ts";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import type { Client } from "#src/kit/api/client.ts";
import { buildInput, readUrl } from "#src/kit/ui/list/list-url.rules.ts";
import { listOrders } from "#src/outbound/orders/orders.contract.ts";
import { ordersList } from "#src/outbound/orders/orders.list.tsx";
import { listReturns } from "#src/outbound/returns/returns.contract.ts";
import { returnsList } from "#src/outbound/returns/returns.list.tsx";
import { listExceptions } from "#src/outbound/exceptions/exceptions.contract.ts";
import { exceptionsList } from "#src/outbound/exceptions/exceptions.list.tsx";
import { listTotes } from "#src/outbound/sortation/sortation.contract.ts";
import { listWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import { waybillTabs } from "#src/outbound/waybills/waybills.rules.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { request } from "./client.ts";
import { addExceptionRows } from "./rows-exceptions.ts";
import { addOrderRows } from "./rows-orders.ts";
import { addReturnRows } from "./rows-returns.ts";
import { addWaybillRows } from "./rows-waybills.ts";
import { staffOf } from "./stage-stock.ts";
import { addPerson, makeWorld } from "./world.ts";
import type { Person, World } from "./world.ts";

let server: TestApp;
let world: World;

/** Orders of a wall wave whose pieces are in a tote and elsewhere, waybills in each state, orders that were handed over today and earlier, returns before and after the inspection, exceptions of today and before. */
async function makeDay(): Promise<void> {
  const { retailer, otherRetailer, providerA } = world;
  const by = <T>(run: Parameters<typeof server.services.database.transaction<T>>[1]) =>
    server.services.database.transaction(staffOf(providerA), run);
  for (const isInTote of [true, false])
    await by(async (tx) => {
      const { orderUuid } = await addOrderRows(tx, retailer, "picked");
      await sql`update wave set kind = 'wall' where wave_uuid = (select wave_uuid from sales_order where order_uuid = ${orderUuid})`.execute(
        tx,
      );
      if (isInTote)
        await sql`update location set type = 'tote' where location_uuid in (select location_uuid from reservation where source_uuid = ${orderUuid})`.execute(
          tx,
        );
    });
  for (const [status, hours] of [
    ["open", 25],
    ["assigned", 26],
    ["open", 1],
    ["resolved", 30],
  ] as const)
    await by(async (tx) => {
      const { exceptionUuid } = await addExceptionRows(tx, retailer, status, "short", undefined, world.provider.userUuid);
      await sql`update exception_case set opened_at = ${server.clock.now()}::timestamptz - make_interval(hours => ${hours})
        where exception_uuid = ${exceptionUuid}`.execute(tx);
    });
  await by((tx) => addWaybillRows(tx, retailer, { status: "requested" }));
  await by((tx) => addWaybillRows(tx, retailer, { status: "failed" }));
  for (const isHandedOver of [false, false, true]) {
    const { waybillUuid } = await by((tx) => addWaybillRows(tx, retailer, { isHandedOver }));
    await by((tx) => sql`update waybill set print_count = 0, printed_at = null where waybill_uuid = ${waybillUuid}`.execute(tx));
  }
  await by((tx) => addOrderRows(tx, retailer, "shipped"));
  await by((tx) => addOrderRows(tx, otherRetailer, "shipped"));
  const { orderUuid } = await by((tx) => addOrderRows(tx, retailer, "shipped"));
  await by((tx) => sql`update sales_order set shipped_at = now() - interval '25 hours' where order_uuid = ${orderUuid}`.execute(tx));
  for (const status of ["arrived", "inspected", "decided"] as const) {
    const { orderUuid: ofReturn } = await by((tx) => addReturnRows(tx, retailer, status));
    await by((tx) => sql`update sales_order set shipped_at = now() - interval '9 days' where order_uuid = ${ofReturn}`.execute(tx));
  }
}

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
  await makeDay();
});
afterAll(() => server.close());

async function readFigures(token: string): Promise<Partial<Record<Figure, number>>> {
  const { data } = await request(server.app, listToDos, {}, { token });
  return Object.fromEntries(data.figures.map(({ figure, count }) => [figure, count]));
}

const noClient: Client = {
  call: () => Promise.reject(new Error("a list was only to say what it asks")),
  file: () => Promise.reject(new Error("a list was only to say what it asks")),
};
const open = () => undefined;
const doors = { show: open, edit: open, fresh: open, upload: open, split: open, added: [], ask: async () => null };
const allOrders = {
  name: "orders",
  title: "navigation.order",
  kind: null,
  isDesk: false,
  tab: "all",
  owner: "",
  warehouse: "",
  country: "",
} as const;

/** Counts the rows of the page that a figure leads to, by the page's own definition. */
async function countShown(figure: Figure, caller: Caller, { token }: Person): Promise<number> {
  const page = getFigure(figure).pages[caller.area ?? "p"];
  if (page === undefined) throw new Error(`${figure} leads nowhere`);
  const { search, href } = page;
  if (href === "/p/p-print-waybill") {
    const tab = waybillTabs.find((one) => one === search["tab"]);
    return (await request(server.app, listWaybills, { tab }, { token })).data.total;
  }
  if (href === "/p/p-distribution") {
    const { result } = (await request(server.app, listTotes, {}, { token })).data;
    // Each order of the test is in one tote.
    return result.reduce((orders, { needs, order_count }) => orders + (needs === "wall" ? order_count : 0), 0);
  }
  if (href === "/p/p-exception") {
    const list = exceptionsList(caller, { name: "exceptions.list", title: "navigation.exception", toDo: "old" }, open);
    return (await request(server.app, listExceptions, listExceptions.input.parse(list.input), { token })).data.total;
  }
  const isOfReturns = href === "/p/p-returns" || search["tab"] === "returns";
  const returns = { name: "returns.list", title: "navigation.returns", tab: "all" } as const;
  const list = isOfReturns ? returnsList(caller, returns, { show: open, decide: open }) : ordersList(caller, allOrders, doors);
  const fields = (list.filters ?? []).map(({ field }) => field);
  const input = buildInput(list, readUrl(search, fields, []).filters, "");
  const call = isOfReturns ? listReturns : listOrders;
  return (await request(server.app, call, call.input.parse(input), { token })).data.total;
}

test("the figures of the funnel are what the lists show that they lead to; what was handed over is not to be printed", async () => {
  const { provider } = world;
  const figures = await readFigures(provider.token);
  expect(figures).toEqual({
    toSort: 1,
    labelsWaiting: 1,
    labelsFailed: 1,
    labelsToPrint: 2,
    shippedToday: 2,
    undecidedReturns: 1,
    oldExceptions: 2,
  });
  const scope = { username: "", providerUuid: world.providerA };
  const caller: Caller = { area: "p", client: noClient, role: "provider", permissions: [], isReadOnly: false, scope };
  for (const [figure, count] of Object.entries(figures))
    expect({ figure, shown: await countShown(figure as Figure, caller, provider) }).toEqual({ figure, shown: count });
});

test("a retailer has figures of its own orders and returns alone", async () => {
  const { retailer, otherRetailer } = world;
  const figures = await readFigures(retailer.token);
  expect(figures).toEqual({ shippedToday: 1, undecidedReturns: 1 });
  const scope = { username: "", providerUuid: world.providerA };
  const caller: Caller = { area: "ds", client: noClient, role: "dropShipper", permissions: [], isReadOnly: false, scope };
  for (const [figure, count] of Object.entries(figures))
    expect({ figure, shown: await countShown(figure as Figure, caller, retailer) }).toEqual({ figure, shown: count });
  expect(await readFigures(otherRetailer.token)).toEqual({ shippedToday: 1, undecidedReturns: 0 });
});

test("an operator has figures of the pages that the permissions open", async () => {
  const operator = { username: "figures-packer", role: "operator", providerUuid: world.providerA, permissions: ["packing"] } as const;
  expect(Object.keys(await readFigures((await addPerson(server, operator)).token))).toEqual([
    "labelsWaiting",
    "labelsFailed",
    "labelsToPrint",
  ]);
  expect(await readFigures(world.idleOperator.token)).toEqual({});
});

test("an order is found by the numbers of its waybill, by its own retailer and staff alone", async () => {
  const { waybill_number, tracking_number, reference, order_uuid } = await server.services.database.transaction(
    staffOf(world.providerA),
    async (tx) => {
      const { waybillUuid } = await addWaybillRows(tx, world.retailer);
      const { rows } = await sql<Record<"waybill_number" | "tracking_number" | "reference" | "order_uuid", string>>`
        update waybill set tracking_number = 'LX000000417CN' where waybill_uuid = ${waybillUuid}
        returning waybill_number, tracking_number, reference, order_uuid`.execute(tx);
      const [row] = rows;
      if (row === undefined) throw new Error("no waybill was added");
      return row;
    },
  );
  for (const search of [waybill_number, tracking_number, reference]) {
    for (const { token } of [world.provider, world.retailer]) {
      const { result } = (await request(server.app, listOrders, { search }, { token })).data;
      expect({ search, found: result.map((order) => order.order_uuid) }).toEqual({ search, found: [order_uuid] });
    }
    for (const { token } of [world.otherRetailer, world.foreignProvider])
      expect((await request(server.app, listOrders, { search }, { token })).data.result).toEqual([]);
  }
});
