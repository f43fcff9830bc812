import { describe, expect, test } from "vitest";
import { allocationStrategies } from "#src/warehouse/warehouses/warehouses.rules.ts";
import { chooseStock } from "./choose-stock.rules.ts";
import type { PickableBalance, StockRequest } from "./choose-stock.rules.ts";

const balance = (locationUuid: string, available: number, more: Partial<PickableBalance> = {}): PickableBalance => ({
  variantUuid: "mug",
  warehouseUuid: "w",
  locationUuid,
  ownerUuid: "o",
  lot: "",
  available,
  expiresOn: null,
  isReserve: false,
  sinceMs: 0,
  pickSequence: 0,
  ...more,
});
const want = (line: number, quantity: number, lot: string | null = null) => ({
  line,
  variantUuid: "mug",
  ownerUuid: "o",
  warehouseUuid: "w",
  quantity,
  lot,
});
const request = (uuid: string, ...wants: StockRequest["wants"]): StockRequest => ({ uuid, wants });
const places = (chosen: ReturnType<typeof chooseStock>, uuid: string) =>
  chosen.get(uuid)?.map(({ line, balance: { locationUuid }, quantity }) => [line, locationUuid, quantity]);

describe("stock for several orders", () => {
  test("goes to them in their order, and an order that is short takes nothing", () => {
    const chosen = chooseStock(
      [request("a", want(1, 3)), request("b", want(1, 3)), request("c", want(1, 2))],
      [balance("x", 5)],
      "first_expiry",
    );
    expect(places(chosen, "a")).toEqual([[1, "x", 3]]);
    expect(chosen.has("b")).toBe(false);
    expect(places(chosen, "c")).toEqual([[1, "x", 2]]);
  });

  test("is not given to an order of which one line is short, though other lines could be served", () => {
    const tea = { ...want(2, 1), variantUuid: "tea" };
    const chosen = chooseStock([request("a", want(1, 2), tea), request("b", want(1, 2))], [balance("x", 2)], "first_expiry");
    expect([...chosen.keys()]).toEqual(["b"]);
  });

  test("of a named lot is kept for the line that names it", () => {
    const lots = [balance("x", 2, { lot: "A" }), balance("y", 2, { lot: "B" })];
    const chosen = chooseStock([request("a", want(1, 2), want(2, 2, "A"))], lots, "first_expiry");
    expect(places(chosen, "a")).toEqual([
      [2, "x", 2],
      [1, "y", 2],
    ]);
  });
});

describe("the strategy", () => {
  const stock = [
    balance("late", 9, { expiresOn: "2027-05-01", sinceMs: 1 }),
    balance("soon", 2, { expiresOn: "2027-01-01", sinceMs: 3 }),
    balance("old", 3, { sinceMs: 0, isReserve: true }),
  ];
  test.each([
    [
      "first_expiry",
      [
        ["soon", 2],
        ["late", 2],
      ],
    ],
    [
      "first_in",
      [
        ["old", 3],
        ["late", 1],
      ],
    ],
    ["fewest_locations", [["late", 4]]],
  ] as const)("%s takes %j", (strategy, expected) => {
    const chosen = chooseStock([request("a", want(1, 4))], stock, strategy);
    expect(places(chosen, "a")).toEqual(expected.map(([place, quantity]) => [1, place, quantity]));
  });

  test("of the fewest locations takes the smallest that holds all, else the largest first", () => {
    const shelves = [balance("a", 3), balance("b", 10), balance("c", 5)];
    expect(places(chooseStock([request("o", want(1, 4))], shelves, "fewest_locations"), "o")).toEqual([[1, "c", 4]]);
    expect(places(chooseStock([request("o", want(1, 12))], shelves, "fewest_locations"), "o")).toEqual([
      [1, "b", 10],
      [1, "a", 2],
    ]);
  });
});

test("pieces are never chosen twice, and an order gets all or nothing, on random stock and orders", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 300; round += 1) {
    const stock = Array.from({ length: 1 + random(6) }, (_, at) =>
      balance(`l${at}`, random(6) + 1, { lot: ["", "A", "B"][random(3)] ?? "", variantUuid: ["mug", "tea"][random(2)] ?? "mug" }),
    );
    const requests = Array.from({ length: 1 + random(6) }, (_, order) =>
      request(
        `o${order}`,
        ...Array.from({ length: 1 + random(3) }, (__, line) => ({
          ...want(line, 1 + random(5), [null, null, "A"][random(3)] ?? null),
          variantUuid: ["mug", "tea"][random(2)] ?? "mug",
        })),
      ),
    );
    for (const strategy of allocationStrategies) {
      const chosen = chooseStock(requests, stock, strategy);
      for (const one of stock) {
        const used = [...chosen.values()].flat().filter((piece) => piece.balance === one);
        expect(used.reduce((sum, { quantity }) => sum + quantity, 0)).toBeLessThanOrEqual(one.available);
      }
      for (const { uuid, wants } of requests) {
        const pieces = chosen.get(uuid);
        if (pieces === undefined) continue;
        for (const { line, quantity, lot, variantUuid } of wants) {
          const own = pieces.filter((piece) => piece.line === line);
          expect(own.reduce((sum, piece) => sum + piece.quantity, 0)).toBe(quantity);
          for (const piece of own) {
            expect(piece.balance.variantUuid).toBe(variantUuid);
            if (lot !== null) expect(piece.balance.lot).toBe(lot);
          }
        }
      }
    }
  }
});
