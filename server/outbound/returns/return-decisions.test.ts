import { describe, expect, test } from "vitest";
import { sql } from "kysely";
import { apiPrefix } from "#src/kit/api/address.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import {
  arriveReturn,
  disposeReturned,
  findReturn,
  inspectReturned,
  printReturnLabel,
  receiveParcel,
  undoReturnScan,
} from "#src/outbound/returns/returns-work.contract.ts";
import { decideReturns, getReturn, listReturns } from "#src/outbound/returns/returns.contract.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import { reserveStock } from "#server/warehouse/stock/reservations.commands.ts";
import { headersOf, request } from "#tests/server/client.ts";
import { renderPdf } from "#tests/server/rendered-pdf.ts";
import { staffOf } from "#tests/server/stage-stock.ts";
import { addPerson, bindOperator } from "#tests/server/world.ts";
import { addShippedOrder, useReturnScene } from "#tests/server/return-scene.ts";

const set = useReturnScene();
const { provider, operator, retailer, stage, announce, find, inspect, finish, restock, arrived, inspected, decideLine, balances } = set;

describe("deciding", () => {
  test("is for the owner of the goods, once, and many returns at a time", async () => {
    const on = await stage();
    const [one, two, three] = [await inspected(on), await inspected(on), await arrived(on)];
    expect((await decideLine(one, { good_decision: "restock" }, operator())).code).toBe(codes["returns.notYourGoods"].code);
    expect((await decideLine(one, { good_decision: "restock" }, { token: set.world.otherRetailer.token })).code).toBe(codes.notFound.code);
    const half = await decideLine(one, { good_decision: "send_back" });
    expect(half.data).toMatchObject({ status: "inspected", undecided: 1 });
    expect((await decideLine(half.data, { good_decision: "scrap" })).code).toBe(codes["returns.decidedAlready"].code);
    const all = { good_decision: "restock", damaged_decision: "scrap" } as const;
    const uuids = [one, two, three].map(({ return_uuid }) => return_uuid);
    const batch = await request(set.server.app, decideReturns, { return_uuids: uuids, ...all }, retailer());
    expect(batch.data).toMatchObject({ done: 2, failed: [{ order_id: three.return_uuid, code: codes["returns.wrongState"].code }] });
    expect((await find(one.return_uuid)).lines[0]).toMatchObject({ good_decision: "send_back", damaged_decision: "scrap" });
    expect((await request(set.server.app, decideReturns, { return_uuids: [newId()], ...all }, retailer())).code).toBe(codes.notFound.code);
  });

  test("about goods of the provider is the provider's: a claimed item comes back to its stock", async () => {
    const on = await stage(set.world.providerA);
    const order = await addShippedOrder(set.server, set.world.provider, on);
    // An order of the retailer that draws on the provider's stock.
    await set.server.services.database.transaction(platform, async (tx) => {
      for (const table of ["sales_order", "order_line", "order_demand"] as const)
        await sql`update ${sql.table(table)} set owner_uuid = ${set.world.retailerA}::uuid where order_uuid = ${order.orderUuid}`.execute(
          tx,
        );
    });
    const { data } = await announce(order.orderUuid);
    expect(data.lines).toMatchObject([{ is_own_stock: false, expected: 3 }]);
    const { return_uuid } = data;
    await request(set.server.app, arriveReturn, { return_uuid }, operator());
    await inspect(return_uuid, order.sku, { quantity: 3 });
    const done = await finish(return_uuid);
    expect(done.data.undecided).toBe(3);
    expect((await decideLine(done.data, { good_decision: "scrap" })).code).toBe(codes["returns.notYourGoods"].code);
    expect((await decideLine(done.data, { good_decision: "send_back" }, provider())).data.status).toBe("decided");
    const line_uuid = done.data.lines[0]?.line_uuid ?? "";
    const sent = await request(set.server.app, disposeReturned, { return_uuid, line_uuid, is_damaged: false }, operator());
    expect(sent.data.return.status).toBe("sent_back");
    expect(await balances(on)).toEqual({});
  });
});

describe("goods that came back", () => {
  test("are reserved for nobody before they are restocked, and count as arrived", async () => {
    const on = await stage();
    const of = await inspected(on);
    const [{ variantUuid, ownerUuid } = { variantUuid: "", ownerUuid: "" }] = on.variants;
    const want = { line: 1, variantUuid, ownerUuid, warehouseUuid: on.warehouseUuid, quantity: 1, lot: null };
    const reserve = () =>
      set.server.services.database.transaction(staffOf(set.world.providerA), (tx) =>
        reserveStock(tx, set.world.providerA, { type: "order", uuid: newId() }, [want], new Date()),
      );
    expect((await reserve()).ok).toBe(false);
    const decided = (await decideLine(await find(of.return_uuid, retailer()), { good_decision: "restock", damaged_decision: "scrap" }))
      .data;
    await restock(decided, on.barcodes[0] ?? "");
    expect((await reserve()).ok).toBe(true);
    const { rows } = await set.server.services.database.transaction(staffOf(set.world.providerA), (tx) =>
      sql<{ pieces: number }>`select -sum(quantity)::integer as pieces from stock_entry
        where provider_uuid = ${set.world.providerA} and variant_uuid = ${variantUuid} and place = 'arrival'`.execute(tx),
    );
    expect(rows[0]?.pieces).toBe(3);
  });

  test("are restocked once by two who scan at once, and taking the last scan back reopens the return", async () => {
    const on = await stage();
    const of = await inspected(on);
    const decided = (await decideLine(await find(of.return_uuid, retailer()), { good_decision: "restock", damaged_decision: "scrap" }))
      .data;
    const line_uuid = decided.lines[0]?.line_uuid ?? "";
    await request(set.server.app, disposeReturned, { return_uuid: of.return_uuid, line_uuid, is_damaged: true }, operator());
    const both = await Promise.all([restock(decided, on.barcodes[0] ?? ""), restock(decided, on.barcodes[0] ?? "")]);
    const done = both.find(({ code }) => code === 200);
    expect(both.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(done?.data.return.status).toBe("restocked");
    const undone = await request(set.server.app, undoReturnScan, { scan_uuid: done?.data.scan_uuid ?? "" }, operator());
    expect(undone.data).toMatchObject({ status: "decided", ended_at: "" });
    expect(await balances(on)).toEqual({ "returns good": 2 });
    expect((await restock(decided, on.barcodes[1] ?? "")).data.return.status).toBe("restocked");
  });

  test("that somebody moved away are not restocked", async () => {
    const on = await stage();
    const of = await inspected(on);
    const decided = (await decideLine(await find(of.return_uuid, retailer()), { good_decision: "restock", damaged_decision: "scrap" }))
      .data;
    await set.server.services.database.transaction(staffOf(set.world.providerA), async (tx) => {
      const { rows } = await sql<{
        location_uuid: string;
      }>`select location_uuid from location where warehouse_uuid = ${on.warehouseUuid} and type = 'returns'`.execute(tx);
      await postMovements(tx, { providerUuid: set.world.providerA, userUuid: null, now: new Date() }, [
        {
          source: { type: "move", uuid: newId(), line: 1 },
          variantUuid: on.variants[0]?.variantUuid ?? "",
          ownerUuid: set.world.retailerA,
          warehouseUuid: on.warehouseUuid,
          lot: "",
          quantity: 2,
          from: { place: "location", locationUuid: rows[0]?.location_uuid ?? "", condition: "good" },
          to: { place: "location", locationUuid: on.locations[0] ?? "", condition: "good" },
        },
      ]);
    });
    expect((await restock(decided, on.barcodes[0] ?? "")).code).toBe(codes["returns.standsElsewhere"].code);
  });
});

test("an operator sees and handles only returns of its warehouses, and without the right none", async () => {
  const [on, elsewhere] = [await stage(), await stage()];
  const of = await arrived(on);
  const bound = await addPerson(set.server, { username: "operator-returns", role: "operator", providerUuid: set.world.providerA });
  await bindOperator(set.server, bound, [elsewhere.warehouseUuid]);
  const by = { token: bound.token };
  expect((await request(set.server.app, getReturn, { return_uuid: of.return_uuid }, by)).code).toBe(codes.notFound.code);
  expect((await request(set.server.app, inspectReturned, { return_uuid: of.return_uuid, code: on.variants[0]?.sku ?? "" }, by)).code).toBe(
    codes.notFound.code,
  );
  expect((await request(set.server.app, receiveParcel, { warehouse_uuid: on.warehouseUuid }, by)).code).toBe(codes.notFound.code);
  expect((await request(set.server.app, findReturn, { code: of.return_number }, by)).data.returns).toEqual([]);
  expect((await request(set.server.app, listReturns, {}, { token: set.world.idleOperator.token })).code).toBe(codes.forbidden.code);
});

test("the list has what waits for whom, and finds returns by their numbers", async () => {
  const on = await stage();
  const [of, waiting] = [await inspected(on), await arrived(on)];
  const list = async (input: InputOf<typeof listReturns>, by = provider()) =>
    (await request(set.server.app, listReturns, { ...input, warehouse_uuid: on.warehouseUuid }, by)).data.result.map(
      ({ return_uuid }) => return_uuid,
    );
  expect(await list({ to_do: "decide" }, retailer())).toEqual([of.return_uuid]);
  expect(await list({ to_do: "decide" })).toEqual([]);
  expect(await list({ to_do: "inspect" })).toEqual([waiting.return_uuid]);
  expect(await list({ search: of.order_number })).toEqual([of.return_uuid]);
  expect(await list({ search: of.return_number.slice(0, -1), status: ["inspected"] })).toEqual([of.return_uuid]);
  expect(await list({}, { token: set.world.otherRetailer.token })).toEqual([]);
});

test.each(["en_us", "zh_cn"] as const)(
  "a return's label is a PDF with its number, also as bars that an independent decoder reads back: %s",
  async (language) => {
    const on = await stage();
    const { return_uuid, return_number, warehouse_name } = await arrived(on);
    const print = (by: { token: string }) =>
      set.server.app.inject({
        url: `${apiPrefix}${printReturnLabel.path}?${new URLSearchParams({ return_uuid, language }).toString()}`,
        headers: headersOf(by),
      });
    const { headers, rawPayload } = await print(operator());
    expect(headers["content-type"]).toBe("application/pdf");
    const [page, ...others] = await renderPdf(rawPayload);
    expect(others).toEqual([]);
    for (const text of [return_number, warehouse_name]) expect(page?.text).toContain(text);
    expect(page?.readBars()).toBe(`4 ${return_number}`);
    expect((await print({ token: set.world.foreignProvider.token })).json()).toMatchObject({ code: codes.notFound.code });
  },
);
