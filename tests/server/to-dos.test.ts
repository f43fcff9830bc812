import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Area, Permission } from "#src/kit/api/roles-and-permissions.ts";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import type { Client } from "#src/kit/api/client.ts";
import { customerLogin } from "#src/billing/customers/customers.contract.ts";
import { listToDos } from "#src/company/home/to-dos.contract.ts";
import { getToDoRoute, toDoKinds, toDos } from "#src/company/home/to-dos.rules.ts";
import type { ToDoKind } from "#src/company/home/to-dos.rules.ts";
import { updateCompany } from "#src/company/key-information/key-information.contract.ts";
import {
  addStorage,
  confirmReceipt,
  decideUnqualified,
  listReceipts,
  receipt,
  submitReceipt,
} from "#src/warehouse/receipts/receipts.contract.ts";
import type { ReceiptRow } from "#src/warehouse/receipts/receipts.contract.ts";
import { receiptsList } from "#src/warehouse/receipts/receipts.list.tsx";
import { getUndecidedPieces } from "#src/warehouse/receipts/receipts.rules.ts";
import { inspect, listPutaway, putAway } from "#src/warehouse/receipts/receiving.contract.ts";
import { stockList } from "#src/warehouse/stock/stock.list.tsx";
import { approveStocktake, countStock, recountStocktake, startStocktake } from "#src/warehouse/stock/stocktake.contract.ts";
import { stocktakesList } from "#src/warehouse/stock/stocktakes.list.tsx";
import { confirmTopUpRequest, requestTopUp } from "#src/billing/wallet/top-up-requests.contract.ts";
import { topUpRequestsList } from "#src/billing/wallet/top-up-requests.list.tsx";
import { answerException, resolveException } from "#src/outbound/exceptions/exceptions.contract.ts";
import { exceptionsList } from "#src/outbound/exceptions/exceptions.list.tsx";
import {
  allocateOrders,
  cancelOrders,
  confirmOrders,
  prioritizeOrders,
  releaseHolds,
  submitOrders,
} from "#src/outbound/orders/order-batches.contract.ts";
import { assignReturn, disposeReturned, inspectReturned } from "#src/outbound/returns/returns-work.contract.ts";
import { returnTabs } from "#src/outbound/returns/returns-search.rules.ts";
import { decideReturn, getReturn } from "#src/outbound/returns/returns.contract.ts";
import { returnsList } from "#src/outbound/returns/returns.list.tsx";
import { parcelsWithoutList } from "#src/outbound/waybills/parcels-without.list.tsx";
import { requestWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import { ordersList } from "#src/outbound/orders/orders.list.tsx";
import type { OrdersVariant } from "#src/outbound/orders/orders.list.tsx";
import type { BatchOutput } from "#src/kit/api/batch.ts";
import { buildInput } from "#src/kit/ui/list/list-url.rules.ts";
import type { ListShape } from "#src/kit/ui/list/list-definition.ts";
import { readUrl } from "#src/kit/ui/list/list-url.rules.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { request } from "./client.ts";
import { setToDoScene } from "./to-do-scene.ts";
import type { ToDoScene } from "./to-do-scene.ts";
import { putStock, staffOf } from "./stage-stock.ts";
import { addPerson, makeWorld } from "./world.ts";
import { mayVisit, findRoute } from "../../web/app-routes.ts";

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const receiving = {
  confirmReceipts: 1,
  receiveGoods: 1,
  putAway: 1,
  inspectReturns: 1,
  assignReturns: 1,
  decideReturns: 1,
  carryOutReturns: 1,
} as const;
const counting = { startStocktakes: 1, countStocktakes: 1, recountStocktakes: 1, approveStocktakes: 1 } as const;
const orders = {
  confirmOrders: 1,
  confirmNotices: 1,
  lateOrders: 1,
  lateNotices: 1,
  shortOrders: 1,
  shortNotices: 1,
  heldOrders: 1,
  heldNotices: 1,
} as const;
type Counts = Partial<Record<ToDoKind, number>>;

/** The actors, and the to-dos of each in the scene. */
const actors: Readonly<Record<string, Counts>> = {
  "the provider": {
    ...receiving,
    decideUnqualified: 1,
    ...orders,
    requestWaybills: 1,
    workExceptions: 1,
    ...counting,
    restock: 1,
    confirmTopUps: 1,
    keyInformation: 1,
  },
  "an operator of everything": { ...receiving, ...orders, ...counting, restock: 1, requestWaybills: 1, workExceptions: 1 },
  "an operator of receiving": receiving,
  "an operator of orders": orders,
  "an operator of packing": { requestWaybills: 1 },
  "an operator of exceptions": { workExceptions: 1 },
  "an operator of goods": { countStocktakes: 1 },
  "an operator of goods and receiving": { ...receiving, countStocktakes: 1, restock: 1 },
  "an operator of goods and stockCounts": counting,
  "an operator of stockCounts": {},
  "an operator of nothing": {},
  "the retailer": {
    decideUnqualified: 2,
    correctReceipts: 1,
    correctOrders: 1,
    heldOwnOrders: 2,
    answerExceptions: 1,
    decideOwnReturns: 1,
    restock: 1,
    payWallet: 1,
    keyInformation: 1,
  },
  "another retailer": { keyInformation: 1 },
  "a support session in the retailer's area": {},
};

interface Actor {
  readonly token: string;
  readonly caller: Caller;
}

const noClient: Client = {
  call: () => Promise.reject(new Error("a list was only to say what it asks")),
  file: () => Promise.reject(new Error("a list was only to say what it asks")),
};

async function enter(name: string, { world }: ToDoScene, tag: string): Promise<Actor> {
  const make = (token: string, area: Area, role: Caller["role"], permissions: readonly Permission[], isReadOnly = false): Actor => ({
    token,
    caller: { area, client: noClient, role, permissions, isReadOnly, scope: { username: "", providerUuid: world.providerA } },
  });
  if (name === "the provider") return make(world.provider.token, "p", "provider", []);
  if (name === "the retailer") return make(world.retailer.token, "ds", "dropShipper", []);
  if (name === "another retailer") return make(world.otherRetailer.token, "ds", "dropShipper", []);
  if (name.startsWith("a support session")) {
    const { data } = await request(server.app, customerLogin, { retailer_uuid: world.retailerA }, { token: world.provider.token });
    return make(data.access_token, "ds", "dropShipper", [], true);
  }
  const words = name.replace("an operator of ", "").split(" and ");
  const all: readonly Permission[] = ["goods", "receiving", "stockCounts", "orders", "packing", "exceptions"];
  const permissions = words[0] === "everything" ? all : all.filter((one) => words.includes(one));
  const operator = { username: `to-do-operator${tag}`, role: "operator", providerUuid: world.providerA, permissions } as const;
  return make((await addPerson(server, operator)).token, "p", "operator", permissions);
}

const open = () => undefined;

const ownOrders: OrdersVariant = {
  name: "orders.own",
  title: "navigation.order",
  kind: null,
  isDesk: true,
  tab: "all",
  owner: "",
  warehouse: "",
  country: "",
};
/** The lists of orders by path, as their pages declare them. */
const orderVariants: Readonly<Record<string, OrdersVariant>> = {
  "/p/p-one-piece-for-shipping": { ...ownOrders, name: "orders.one-piece", kind: "one_piece" },
  "/p/p-shipping-notice": { ...ownOrders, name: "orders.shipping-notices", kind: "shipping_notice" },
  "/ds/order": ownOrders,
};

/** Returns what a list's page requests for an address, by its own definition; null for a page without a list. */
function readPage({ href, search }: { href: string; search: Readonly<Record<string, unknown>> }, caller: Caller) {
  const owner = search["owner"];
  const doors = { show: open, edit: open, fresh: open, upload: open, ask: open };
  const list = (): Pick<ListShape, "call" | "filters" | "input"> | null => {
    if (href.endsWith("/addWarehouse")) return receiptsList(caller, doors);
    if (href === "/p/put-away") return { call: listPutaway };
    if (search["tab"] === "without") return parcelsWithoutList(caller, {}, open);
    if (href === "/p/p-exception")
      return exceptionsList(caller, { name: "exceptions.list", title: "navigation.exception", toDo: "work" }, open);
    if (href === "/p/p-returns") {
      const tab = returnTabs.find((one) => one === search["to_do"]) ?? "inspect";
      return returnsList(caller, { name: "returns.list", title: "navigation.returns", tab }, { show: open, decide: open });
    }
    if (search["tab"] === "returns")
      return returnsList(caller, { name: "returns.own", title: "returns.own", tab: "all" }, { show: open, decide: open });
    if (search["tab"] === "exceptions")
      return exceptionsList(caller, { name: "exceptions.own", title: "exceptions.own", toDo: null }, open);
    if (href in orderVariants)
      return ordersList(caller, orderVariants[href] ?? ownOrders, { ...doors, split: open, added: [], ask: async () => null });
    if (search["tab"] === "stocktakes") return stocktakesList({ show: open, plan: open });
    if (search["tab"] === "top-ups") return topUpRequestsList(caller, null, open);
    if (href !== "/p/stock" && href !== "/ds/warehousing") return null;
    return stockList(caller, { show: open, askLow: open, announce: open }, typeof owner === "string" ? { owner_uuid: owner } : {});
  };
  const shape = list();
  if (shape === null) return null;
  const { filters } = readUrl(
    search,
    (shape.filters ?? []).map(({ field }) => field),
    [],
  );
  return { call: shape.call, input: buildInput(shape, filters, "") };
}

/** Returns the code of a call over one order: the order's own if it was refused. */
async function readCode(reply: Promise<{ code: number; data: BatchOutput }>): Promise<{ code: number }> {
  const { code, data } = await reply;
  return { code: data.failed[0]?.code ?? code };
}

function confirmOne({ order_uuid }: Row, by: Actor) {
  return readCode(request(server.app, confirmOrders, { order_ids: [order_uuid] }, by));
}

function hurryOne({ order_uuid }: Row, by: Actor) {
  return readCode(request(server.app, prioritizeOrders, { order_ids: [order_uuid], priority: 2 }, by));
}

async function allocateOne({ order_uuid }: Row, by: Actor, { world, stage }: ToDoScene) {
  await server.services.database.transaction(staffOf(world.providerA), (tx) => putStock(tx, stage, { quantity: 3 }));
  return readCode(request(server.app, allocateOrders, { order_ids: [order_uuid] }, by));
}

function releaseOne({ order_uuid }: Row, by: Actor) {
  return readCode(request(server.app, releaseHolds, { order_ids: [order_uuid] }, by));
}

async function decideOne({ return_uuid, version }: Row, by: Actor) {
  const { data } = await request(server.app, getReturn, { return_uuid }, by);
  const lines = [{ line_uuid: data.lines[0]?.line_uuid ?? "", good_decision: "restock" as const }];
  return request(server.app, decideReturn, { return_uuid, version, lines }, by);
}

interface Row {
  readonly return_uuid: string;
  readonly exception_uuid: string;
  readonly order_uuid: string;
  readonly parcel_uuid: string;
  readonly stocktake_uuid: string;
  readonly version: number;
  readonly line_uuid: string;
  readonly receipt_uuid: string;
  readonly sku: string;
  readonly owner_uuid: string;
  readonly request_uuid: string;
  readonly amount_cents: number;
}

const today = () => server.services.clock.now().toISOString().slice(0, 10);

/** Performs one of each kind, like a press on the page. */
const deeds: Readonly<Record<ToDoKind, (row: Row, actor: Actor, scene: ToDoScene) => Promise<{ code: number }>>> = {
  confirmReceipts: ({ receipt_uuid, version }, by) => request(server.app, confirmReceipt, { receipt_uuid, version }, by),
  receiveGoods: ({ receipt_uuid }, by, { stage }) =>
    request(server.app, inspect, { receipt_uuid, code: stage.mug.barcode, qualified_quantity: 1 }, by),
  putAway: ({ receipt_uuid, line_uuid }, by, { stage }) =>
    request(server.app, putAway, { receipt_uuid, line_uuid, location: stage.barcodes[1] ?? "" }, by),
  async decideUnqualified({ receipt_uuid }, by) {
    const { data } = await request(server.app, receipt, { receipt_uuid }, by);
    const { line_uuid = "" } = data.lines.find((line) => getUndecidedPieces(line) > 0) ?? {};
    return request(server.app, decideUnqualified, { receipt_uuid, line_uuid, decision: "scrap", quantity: 1 }, by);
  },
  correctReceipts: ({ receipt_uuid, version }, by) => request(server.app, submitReceipt, { receipt_uuid, version }, by),
  confirmOrders: confirmOne,
  confirmNotices: confirmOne,
  lateOrders: hurryOne,
  lateNotices: hurryOne,
  shortOrders: allocateOne,
  shortNotices: allocateOne,
  heldOrders: releaseOne,
  heldNotices: releaseOne,
  correctOrders: ({ order_uuid }, by) => readCode(request(server.app, submitOrders, { order_ids: [order_uuid] }, by)),
  heldOwnOrders: ({ order_uuid }, by) =>
    readCode(request(server.app, cancelOrders, { order_ids: [order_uuid], reason: "No longer wanted" }, by)),
  requestWaybills: ({ parcel_uuid }, by) => readCode(request(server.app, requestWaybills, { parcel_uuids: [parcel_uuid] }, by)),
  workExceptions: ({ exception_uuid, version }, by) =>
    request(server.app, resolveException, { exception_uuid, version, resolution: "other", message: "Put back to the shelf" }, by),
  answerExceptions: ({ exception_uuid, version }, by) =>
    request(server.app, answerException, { exception_uuid, version, message: "Ship the rest" }, by),
  inspectReturns: ({ return_uuid }, by, { stage }) => request(server.app, inspectReturned, { return_uuid, code: stage.mug.barcode }, by),
  assignReturns: ({ return_uuid, version }, by, { world }) =>
    request(server.app, assignReturn, { return_uuid, version, owner_uuid: world.retailerA }, by),
  decideReturns: decideOne,
  async carryOutReturns({ return_uuid }, by) {
    const { data } = await request(server.app, getReturn, { return_uuid }, by);
    return request(server.app, disposeReturned, { return_uuid, line_uuid: data.lines[0]?.line_uuid ?? "", is_damaged: true }, by);
  },
  decideOwnReturns: decideOne,
  startStocktakes: ({ stocktake_uuid, version }, by) => request(server.app, startStocktake, { stocktake_uuid, version }, by),
  countStocktakes: ({ stocktake_uuid }, by, { own }) =>
    request(server.app, countStock, { stocktake_uuid, location: own.barcodes[0] ?? "", code: own.variants[0]?.sku ?? "" }, by),
  recountStocktakes: ({ stocktake_uuid, version }, by) => request(server.app, recountStocktake, { stocktake_uuid, version }, by),
  approveStocktakes: ({ stocktake_uuid, version }, by) => request(server.app, approveStocktake, { stocktake_uuid, version }, by),
  restock: ({ sku, owner_uuid }, by, { stage }) =>
    request(
      server.app,
      addStorage,
      {
        ...(by.caller.role === "dropShipper" ? {} : { owner_uuid }),
        warehouse_uuid: stage.warehouseUuid,
        lines: [{ sku, expected: 5 }],
        submit: true,
      },
      by,
    ),
  confirmTopUps: ({ request_uuid, amount_cents }, by) =>
    request(server.app, confirmTopUpRequest, { request_uuid, amount_cents, received_on: today() }, by),
  payWallet: (_row, by) => request(server.app, requestTopUp, { amount_cents: 1250, reference: "TT 2", sent_on: today() }, by),
  keyInformation: (_row, by) => request(server.app, updateCompany, { phone: "+1 555 010 0199" }, by),
};

describe("to-dos", () => {
  test.each(toDos.map((one) => [one.kind, one] as const))(
    "%s requires the same permission of an operator as its page",
    (_kind, { paths, ...rest }) => {
      for (const path of Object.values(paths)) {
        const place = findRoute(path);
        expect(place, path).not.toBeNull();
        if (place?.area === "p") expect(place.permission).toBe("permission" in rest ? rest.permission : undefined);
      }
    },
  );

  test.each(Object.entries(actors))("%s gets only feasible to-dos, as many as the page shows, and can do them", async (name, expected) => {
    const tag = `-to-do-${Object.keys(actors).indexOf(name)}`;
    const scene = await setToDoScene(server, await makeWorld(server, tag));
    const actor = await enter(name, scene, tag);
    const { caller } = actor;
    const { data } = await request(server.app, listToDos, {}, actor);
    expect(Object.fromEntries(data.to_dos.map(({ kind, count }) => [kind, count]))).toEqual(expected);

    const rows = new Map<ToDoKind, Row>();
    for (const { kind, count } of data.to_dos) {
      const place = getToDoRoute(kind, { area: caller.area ?? "p", providerUuid: scene.world.providerA });
      const at = findRoute(place?.href ?? "");
      if (place === null || at === null || caller.role === null) throw new Error(`${kind} leads nowhere`);
      expect(mayVisit(at, caller.role, caller.permissions), kind).toBe(true);
      const page = readPage(place, caller);
      if (page === null) continue;
      const shown = await request(server.app, page.call, page.input, actor);
      const { total, result } = shown.data as { total: number; result: Row[] };
      expect({ kind, total }).toEqual({ kind, total: count });
      expect(result).toHaveLength(count);
      if (result[0] !== undefined) rows.set(kind, result[0]);
    }
    for (const { kind } of data.to_dos) {
      const row = rows.get(kind) ?? ({} as Row);
      expect({ kind, code: (await deeds[kind](row, actor, scene)).code }).toEqual({ kind, code: 200 });
    }
  });

  test("each kind belongs to some actor in the scene", () => {
    const seen = new Set(Object.values(actors).flatMap((counts) => Object.keys(counts)));
    expect(toDoKinds.filter((kind) => !seen.has(kind))).toEqual([]);
  });

  test("a receipt in putaway that only awaits its owner's decision is nobody's putaway to-do", async () => {
    const scene = await setToDoScene(server, await makeWorld(server, "-to-do-w03"));
    const by = { token: scene.world.provider.token };
    const inPutaway = (await request(server.app, listReceipts, { status: ["putting_away"] }, by)).data.result;
    const waiting = (await request(server.app, listPutaway, {}, by)).data.result;
    const idle = inPutaway.filter(({ receipt_uuid }: ReceiptRow) => !waiting.some((task) => task.receipt_uuid === receipt_uuid));
    expect(idle).toHaveLength(1);
    const retailer = { token: scene.world.retailer.token };
    const toDecide = (await request(server.app, listReceipts, { to_do: "decide" }, retailer)).data.result;
    expect(toDecide.map(({ receipt_uuid }) => receipt_uuid)).toContain(idle[0]?.receipt_uuid);
  });
});
