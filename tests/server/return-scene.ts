import assert from "node:assert/strict";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll } from "vitest";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { arriveReturn, finishInspection, inspectReturned, restockReturned } from "#src/outbound/returns/returns-work.contract.ts";
import { announceReturn, decideReturn, getReturn } from "#src/outbound/returns/returns.contract.ts";
import type { ReturnDetail } from "#src/outbound/returns/returns.contract.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { checkLedger } from "#server/warehouse/stock/reconciliation.queries.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { addOrderRows } from "#tests/server/rows-orders.ts";
import type { OrderRows } from "#tests/server/rows-orders.ts";
import { staffOf, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

/** Creates rows of an order of a person's company whose three pieces were handed over to a carrier. */
export function addShippedOrder(
  server: TestApp,
  person: Person,
  stage: StockStage,
  status: "shipped" | "delivered" | "sent_back" = "shipped",
): Promise<OrderRows> {
  return server.services.database.transaction(platform, (tx) => addOrderRows(tx, person, status, stage));
}

/**
 * Starts a server with a world for the tests of a file about returns, and returns what they share. After each test the ledger must agree with what was
 * scanned.
 */
export function useReturnScene() {
  let server: TestApp;
  let world: World;
  beforeAll(async () => {
    server = await startTestApp();
    world = await makeWorld(server);
  });
  /** Every movement is posted by the calls themselves: what they count and the ledger are one. */
  async function checkSound(): Promise<void> {
    const { differences, counted } = await server.services.database.transaction(platform, async (tx) => ({
      ...(await checkLedger(tx, world.providerA)),
      counted: (
        await sql`select k.line_uuid from return_line k
        left join lateral (select coalesce(sum(s.quantity) filter (where s.kind = 'inspect'), 0) as counted,
            coalesce(sum(s.quantity) filter (where s.kind <> 'inspect'), 0) as done
          from return_scan s where s.provider_uuid = k.provider_uuid and s.line_uuid = k.line_uuid and s.undone_at is null) s on true
        where k.provider_uuid = ${world.providerA} and (k.good + k.damaged <> s.counted or k.good_done + k.damaged_done <> s.done)`.execute(
          tx,
        )
      ).rows,
    }));
    assert.deepEqual({ differences, counted }, { differences: [], counted: [] });
  }

  afterEach(checkSound);
  afterAll(() => server.close());

  const provider = () => ({ token: world.provider.token });
  const operator = () => ({ token: world.operator.token });
  const retailer = () => ({ token: world.retailer.token });

  /** A warehouse with two SKUs of a retailer, by default the first. */
  function stage(ownerUuid = world.retailerA, keepsLots = false): Promise<StockStage> {
    return server.services.database.transaction(platform, (tx) => stageStock(tx, { providerUuid: world.providerA, ownerUuid, keepsLots }));
  }
  const ship = async (on: StockStage, status: "shipped" | "delivered" | "sent_back" = "shipped") =>
    addShippedOrder(server, world.retailer, on, status);
  const announce = (order_uuid: string, input: Partial<InputOf<typeof announceReturn>> = {}, by = retailer()) =>
    request(server.app, announceReturn, { order_uuid, ...input }, by);
  const find = async (return_uuid: string, by = provider()): Promise<ReturnDetail> =>
    (await request(server.app, getReturn, { return_uuid }, by)).data;
  const inspect = (return_uuid: string, code: string, input: Partial<InputOf<typeof inspectReturned>> = {}) =>
    request(server.app, inspectReturned, { return_uuid, code, ...input }, operator());
  const finish = async (return_uuid: string) =>
    request(server.app, finishInspection, { return_uuid, version: (await find(return_uuid)).version }, operator());
  const restock = (of: ReturnDetail, location: string, input: Partial<InputOf<typeof restockReturned>> = {}) =>
    request(
      server.app,
      restockReturned,
      { return_uuid: of.return_uuid, line_uuid: of.lines[0]?.line_uuid ?? "", location, ...input },
      operator(),
    );

  /** An announced return that has arrived. */
  async function arrived(on: StockStage): Promise<ReturnDetail> {
    const { orderUuid } = await ship(on);
    const { data } = await announce(orderUuid, { reason: "refused" });
    return (await request(server.app, arriveReturn, { return_uuid: data.return_uuid }, operator())).data;
  }

  /** An inspected return with two good pieces and a damaged one. */
  async function inspected(on: StockStage): Promise<ReturnDetail> {
    const { return_uuid } = await arrived(on);
    const sku = on.variants[0]?.sku ?? "";
    await inspect(return_uuid, sku, { quantity: 2 });
    await inspect(return_uuid, sku, { is_damaged: true });
    return (await finish(return_uuid)).data;
  }

  const decideLine = (of: ReturnDetail, decision: object, by = retailer()) =>
    request(
      server.app,
      decideReturn,
      { return_uuid: of.return_uuid, version: of.version, lines: [{ line_uuid: of.lines[0]?.line_uuid ?? "", ...decision }] },
      by,
    );

  /** Where a SKU's pieces are: by type of location and condition. */
  async function balances(on: StockStage, variant = 0): Promise<Record<string, number>> {
    const { rows } = await server.services.database.transaction(staffOf(world.providerA), (tx) =>
      sql<{
        place: string;
        quantity: number;
      }>`select l.type || ' ' || b.condition as place, sum(b.quantity)::integer as quantity from stock_balance b
        join location l on l.provider_uuid = b.provider_uuid and l.location_uuid = b.location_uuid
        where b.provider_uuid = ${world.providerA} and b.variant_uuid = ${on.variants[variant]?.variantUuid ?? ""} and b.warehouse_uuid = ${on.warehouseUuid}
          and b.quantity > 0 group by 1 order by 1`.execute(tx),
    );
    return Object.fromEntries(rows.map(({ place, quantity }) => [place, quantity]));
  }

  return {
    get server() {
      return server;
    },
    get world() {
      return world;
    },
    provider,
    operator,
    retailer,
    stage,
    ship,
    announce,
    find,
    inspect,
    finish,
    restock,
    arrived,
    inspected,
    decideLine,
    balances,
  };
}
