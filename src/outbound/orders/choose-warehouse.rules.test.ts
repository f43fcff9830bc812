import { expect, test } from "vitest";
import { chooseWarehouse } from "./choose-warehouse.rules.ts";

const old = { warehouse_uuid: "old", ships_to: [], collected_by: [] };
const east = { warehouse_uuid: "east", ships_to: ["JP", "KR"], collected_by: ["express"] };
const recent = { warehouse_uuid: "recent", ships_to: [], collected_by: ["economy"] };
const channelUuid = null;
const needed = [
  { variant_uuid: "mug", stock_owner_uuid: "shop", quantity: 3 },
  { variant_uuid: "tea", stock_owner_uuid: "shop", quantity: 1 },
  { variant_uuid: "mug", stock_owner_uuid: "shop", quantity: 2 },
];
const stock =
  (pieces: Record<string, Record<string, number>>) =>
  (warehouse: string, { variant_uuid }: { variant_uuid: string }) =>
    pieces[warehouse]?.[variant_uuid] ?? 0;

test("an order ships from the warehouse that has all its pieces, with those of one SKU summed", () => {
  const countAvailable = stock({ old: { mug: 4, tea: 9 }, recent: { mug: 5, tea: 1 } });
  expect(chooseWarehouse([old, recent], { country: "US", channelUuid, needed }, countAvailable)).toBe("recent");
});

test("an order ships from the oldest of several equal warehouses", () => {
  const countAvailable = stock({ old: { mug: 5, tea: 1 }, recent: { mug: 50, tea: 10 } });
  expect(chooseWarehouse([old, recent], { country: "US", channelUuid, needed }, countAvailable)).toBe("old");
  expect(chooseWarehouse([old, recent], { country: "US", channelUuid, needed }, () => 0)).toBe("old");
});

test("a warehouse that does not ship to the country is never chosen, however much it has", () => {
  const countAvailable = stock({ east: { mug: 5, tea: 1 } });
  expect(chooseWarehouse([east, recent], { country: "US", channelUuid, needed }, countAvailable)).toBe("recent");
  expect(chooseWarehouse([old, east], { country: "JP", channelUuid, needed }, countAvailable)).toBe("east");
  expect(chooseWarehouse([east], { country: "US", channelUuid, needed }, countAvailable)).toBeNull();
});

test("of warehouses with the whole stock, or of none, the carrier of the order's channel collects at the chosen one", () => {
  const wish = { country: "US", channelUuid: "economy", needed };
  const whole = { mug: 5, tea: 1 };
  expect(chooseWarehouse([old, recent], wish, stock({ old: whole, recent: whole }))).toBe("recent");
  expect(chooseWarehouse([old, recent], wish, stock({ old: { mug: 4 }, recent: { mug: 1 } }))).toBe("recent");
  expect(chooseWarehouse([old, recent], wish, stock({ old: whole, recent: { mug: 5 } }))).toBe("old");
  expect(chooseWarehouse([old, recent], { ...wish, channelUuid: "express" }, stock({ old: whole, recent: whole }))).toBe("old");
  // It does not ship there, whoever collects.
  expect(chooseWarehouse([east, old], { ...wish, channelUuid: "express" }, stock({ east: whole, old: whole }))).toBe("old");
});
