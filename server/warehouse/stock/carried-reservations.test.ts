import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { putStock, staffOf, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";
import { postMovements } from "./ledger.commands.ts";
import type { Movement } from "./ledger.commands.ts";
import { releaseReservations, reserveStock } from "./reservations.commands.ts";

let server: TestApp;
let world: World;
let on: StockStage;

const as = <T>(work: (tx: Tx) => Promise<T>) => server.services.database.transaction(staffOf(world.providerA), work);
const context = () => ({ providerUuid: world.providerA, userUuid: world.provider.userUuid, now: server.clock.now() });

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
  on = await as((tx) => stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA }));
});
afterAll(() => server.close());

/** Reserves two pieces for a new order. @returns the order's uuid */
async function reserveTwo(): Promise<string> {
  const source = { type: "order", uuid: newId() };
  const { variantUuid = "", ownerUuid = "" } = on.variants[0] ?? {};
  const want = { line: 1, variantUuid, ownerUuid, warehouseUuid: on.warehouseUuid, quantity: 2, lot: null };
  await as((tx) => reserveStock(tx, world.providerA, source, [want], server.clock.now()));
  return source.uuid;
}
const readReservation = (orderUuid: string) =>
  as((tx) => tx.selectFrom("reservation").selectAll().where("source_uuid", "=", orderUuid).executeTakeFirstOrThrow());

/** Reads what stands where: pieces, and how many of them are reserved, by location. */
async function readStands(): Promise<[number, number][]> {
  const rows = await as((tx) => tx.selectFrom("stock_balance").selectAll().where("warehouse_uuid", "=", on.warehouseUuid).execute());
  return on.locations.map((location) => {
    const own = rows.filter((row) => row.location_uuid === location);
    return [own.reduce((sum, { quantity }) => sum + quantity, 0), own.reduce((sum, { reserved }) => sum + reserved, 0)];
  });
}

class Refused extends Error {}

/** Builds a movement of pieces with a reservation, from a location to another. */
function movementWith(reservationUuid: string, from: number, to: number, quantity: number, more: Partial<Movement> = {}): Movement {
  const { variantUuid = "", ownerUuid = "" } = on.variants[0] ?? {};
  const good = { place: "location", condition: "good" } as const;
  return {
    source: { type: "move", uuid: newId(), line: 1 },
    variantUuid,
    ownerUuid,
    warehouseUuid: on.warehouseUuid,
    lot: "",
    quantity,
    from: { ...good, locationUuid: on.locations[from] ?? "" },
    to: { ...good, locationUuid: on.locations[to] ?? "" },
    reservationUuid,
    ...more,
  };
}

const carry = (...moved: Parameters<typeof movementWith>) => post([movementWith(...moved)]);

/** Posts movements. @throws Refused with the ledger's refusal, for its transaction cannot go on */
function post(movements: readonly Movement[]): Promise<void> {
  return as(async (tx) => {
    const posted = await postMovements(tx, context(), movements);
    if (!posted.ok) throw new Refused(posted.problem);
  });
}

test("a movement takes along the open reservation of exactly its pieces, and no other", async () => {
  await as((tx) => putStock(tx, on, { quantity: 6 }));
  const [mine, another] = [await reserveTwo(), await reserveTwo()];
  const before = await readReservation(mine);
  const { reservation_uuid } = before;
  await carry(reservation_uuid, 0, 1, 2);
  expect(await readReservation(mine)).toEqual({ ...before, location_uuid: on.locations[1] });
  const after = await readStands();
  expect(after.slice(0, 3)).toEqual([
    [4, 2],
    [2, 2],
    [0, 0],
  ]);

  const isRefused = { constraint: "stock_entry_takes_reservation" };
  await expect(carry(reservation_uuid, 1, 2, 1), "part of its pieces").rejects.toMatchObject(isRefused);
  await expect(carry(reservation_uuid, 0, 2, 2), "pieces of another").rejects.toMatchObject(isRefused);
  await expect(carry(newId(), 0, 2, 2), "none").rejects.toMatchObject(isRefused);
  const damaged = { place: "location", locationUuid: on.locations[2] ?? "", condition: "damaged" } as const;
  await expect(carry(reservation_uuid, 1, 2, 2, { to: damaged }), "pieces that are damaged on the way").rejects.toMatchObject(isRefused);
  const arrival = { place: "arrival", condition: "good" } as const;
  await expect(carry(reservation_uuid, 1, 2, 2, { from: arrival }), "pieces from outside").rejects.toMatchObject({
    constraint: "stock_entry_of_reserved_pieces",
  });
  expect(await readStands()).toEqual(after);

  const { reservation_uuid: ended } = await readReservation(another);
  await as((tx) => releaseReservations(tx, context(), { type: "order", uuid: another }));
  const last = await reserveTwo();
  await expect(carry(ended, 0, 2, 2), "an ended one").rejects.toMatchObject(isRefused);
  await as((tx) => releaseReservations(tx, context(), { type: "order", uuid: last }));
  await expect(carry(ended, 0, 2, 2), "more than are reserved at all").rejects.toThrow("stock.reservedElsewhere");
});

test("pieces that cross in one statement take their reservations along", async () => {
  const [first, second] = [await reserveTwo(), await reserveTwo()];
  const [one, other] = [await readReservation(first), await readReservation(second)];
  const sum = await readStands();
  const at = on.locations.indexOf(one.location_uuid);
  expect(on.locations.indexOf(other.location_uuid)).toBe(at);
  const to = at === 2 ? 3 : 2;
  await carry(one.reservation_uuid, at, to, 2);
  // One comes back while the other goes: neither balance changes, and both reservations do.
  const crossed = await readStands();
  const both = [movementWith(one.reservation_uuid, to, at, 2), movementWith(other.reservation_uuid, at, to, 2)];
  await post(both);
  expect(await readStands()).toEqual(crossed);
  expect((await readReservation(first)).location_uuid).toBe(on.locations[at]);
  expect((await readReservation(second)).location_uuid).toBe(on.locations[to]);
  expect(sum.flat().reduce((total, count) => total + count, 0)).toBe(crossed.flat().reduce((total, count) => total + count, 0));
});
