import { expect, test } from "vitest";
import { chooseBins } from "./choose-bins.ts";
import type { FreePieces, ReservedPieces } from "./choose-bins.ts";

const reserved = (order_uuid: string, location_uuid: string, quantity: number, more: Partial<ReservedPieces> = {}): ReservedPieces => ({
  order_uuid,
  line: 1,
  variant_uuid: "V",
  owner_uuid: "O",
  location_uuid,
  lot: "",
  quantity,
  expires_on: null,
  can_pick: true,
  ...more,
});
const free = (location_uuid: string, quantity: number, more: Partial<FreePieces> = {}): FreePieces => ({
  variant_uuid: "V",
  owner_uuid: "O",
  location_uuid,
  lot: "",
  quantity,
  expires_on: null,
  ...more,
});

test("orders of one SKU that are reserved in several bins move to the one that holds all of them", () => {
  const planned = chooseBins([reserved("1", "A", 2), reserved("2", "B", 3)], [free("C", 9)]);
  expect(planned).toEqual([
    { order_uuid: "1", line: 1, location_uuid: "C", lot: "", quantity: 2 },
    { order_uuid: "2", line: 1, location_uuid: "C", lot: "", quantity: 3 },
  ]);
});

test("what an order has in a chosen bin stays: only the others are named", () => {
  const planned = chooseBins([reserved("1", "A", 2), reserved("2", "B", 3)], [free("A", 3)]);
  expect(planned).toEqual([{ order_uuid: "2", line: 1, location_uuid: "A", lot: "", quantity: 3 }]);
});

test("reservations stay if no choice visits fewer bins, or if there is nothing else", () => {
  expect(chooseBins([reserved("1", "A", 2)], [free("B", 50)])).toEqual([]);
  expect(chooseBins([reserved("1", "A", 2), reserved("2", "B", 3)], [free("C", 4)])).toEqual([]);
});

test("what expires first is taken first, even if that visits more bins", () => {
  const soon = { expires_on: "2027-01-01" };
  const late = { expires_on: "2027-06-01" };
  expect(chooseBins([reserved("1", "A", 2, soon), reserved("2", "B", 3, soon)], [free("C", 9, late)])).toEqual([]);
});

test("goods that cannot be picked any more are replaced, though as many bins are visited", () => {
  const planned = chooseBins([reserved("1", "A", 2, { can_pick: false })], [free("B", 2)]);
  expect(planned).toEqual([{ order_uuid: "1", line: 1, location_uuid: "B", lot: "", quantity: 2 }]);
});

test("a random wave keeps its quantities, and takes no more from a bin than it may", () => {
  let seed = 7;
  const random = (most: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return 1 + (seed % most);
  };
  for (let round = 0; round < 300; round += 1) {
    const bins = ["A", "B", "C", "D", "E"];
    const own = Array.from({ length: random(8) }, (_, at) => reserved(String(at), bins[random(5) - 1] ?? "A", random(4)));
    const others = bins.filter(() => random(2) === 1).map((bin) => free(bin, random(12)));
    const planned = chooseBins(own, others);
    const moved = Map.groupBy(planned, ({ order_uuid }) => order_uuid);
    for (const [order, pieces] of moved)
      expect(pieces.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(own.find(({ order_uuid }) => order_uuid === order)?.quantity);
    const after = own.flatMap((one) => moved.get(one.order_uuid) ?? [one]);
    const count = (rows: readonly { location_uuid: string; quantity: number }[], bin: string): number =>
      rows.filter(({ location_uuid }) => location_uuid === bin).reduce((sum, { quantity }) => sum + quantity, 0);
    for (const bin of bins) expect(count(after, bin)).toBeLessThanOrEqual(count(own, bin) + count(others, bin));
    const visited = (rows: readonly { location_uuid: string }[]): number => new Set(rows.map(({ location_uuid }) => location_uuid)).size;
    expect(visited(after)).toBeLessThanOrEqual(visited(own));
  }
});
