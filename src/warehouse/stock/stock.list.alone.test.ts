import { describe, expect, test } from "vitest";
import type { Permission } from "#src/kit/api/roles-and-permissions.ts";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { createClient } from "#src/kit/api/client.ts";
import { loadRest, translator } from "#web/texts/warehouse.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { movementsList } from "./movements.list.tsx";
import type { MovementEnd, MovementRow } from "./stock.contract.ts";
import { stockList } from "./stock.list.tsx";

const doors = { show: () => undefined, askLow: () => undefined, announce: () => undefined, upload: () => undefined };

function makeCaller(role: "provider" | "operator" | "dropShipper", permissions: readonly Permission[] = []): Caller {
  const client = createClient({ origin: "", tokens: () => null });
  return { area: "p", client, scope: { username: "keeper", providerUuid: "" }, role, permissions, isReadOnly: false };
}

function mayUpload(role: "provider" | "operator", permissions: readonly Permission[]): boolean | undefined {
  const caller = makeCaller(role, permissions);
  const rule = stockList(caller, doors).actions?.find(({ id }) => id === "upload")?.rule;
  return rule === undefined ? undefined : isPermitted(rule, caller);
}

test("opening stock is offered to users who may adjust balances, and not to an operator with the goods permission alone", () => {
  expect(mayUpload("provider", [])).toBe(true);
  expect(mayUpload("operator", ["goods", "stockCounts"])).toBe(true);
  expect(mayUpload("operator", ["goods"])).toBe(false);
});

test.each(["provider", "dropShipper"] as const)(
  "the quantity that is on hand and not available is a column shown to a %s by default",
  (role) => {
    const shown = stockList(makeCaller(role), doors).columns.filter(({ isHidden }) => isHidden !== true);
    expect(shown.map(({ id }) => id)).toEqual(expect.arrayContaining(["on_hand", "not_available", "available"]));
  },
);

describe("a movement is one row with its origin and destination", () => {
  const end: MovementEnd = {
    place: "location",
    warehouse_uuid: "w",
    warehouse_name: "North",
    location_uuid: "l",
    barcode: "A-01",
    condition: "good",
    quantity_after: 5,
  };
  const moved = (from: Partial<MovementEnd>, to: Partial<MovementEnd>): MovementRow => ({
    movement_uuid: "m",
    at: "2026-11-23T08:00:00Z",
    source_type: "move",
    source_uuid: "s",
    variant_uuid: "v",
    sku: "TRAY-L",
    owner_uuid: "o",
    for_retailer_uuid: null,
    owner_name: "Harbour",
    lot: "",
    quantity: 3,
    from: { ...end, ...from },
    to: { ...end, ...to },
    reason: "",
    username: "",
  });

  test.each([
    ["en_us", "en-US", "Arrival → A-01", "Good → Damaged"],
    ["zh_cn", "zh-CN", "到货 → A-01", "良品 → 残损"],
  ] as const)("in %s", async (language, locale, way, condition) => {
    await loadRest();
    const t = await translator(language);
    const { columns } = movementsList(makeCaller("provider"), "v", []);
    const read = (id: string, row: MovementRow) => columns.find((column) => column.id === id)?.text(row, { t, locale });
    expect(read("way", moved({ place: "arrival", barcode: "", quantity_after: null }, {}))).toBe(way);
    expect(read("way", moved({}, { barcode: "B-02", quantity_after: 3 }))).toBe("A-01 → B-02");
    expect(read("after", moved({}, { barcode: "B-02", quantity_after: 3 }))).toBe("5 → 3");
    expect(read("way", moved({}, { condition: "damaged" }))).toBe("A-01");
    expect(read("condition", moved({}, { condition: "damaged" }))).toBe(condition);
  });
});
