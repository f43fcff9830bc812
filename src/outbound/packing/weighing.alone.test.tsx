// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { CallerContext } from "#src/kit/api/call-hooks.tsx";
import { warehouseSettings } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { loadRest } from "#web/texts/warehouse.ts";
import { answerOf } from "#tests/factories/answers.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import { scanInto } from "#tests/factories/scan-into.ts";
import type { Parcel } from "./packing.contract.ts";
import { WeighingScreen } from "./weighing.screen.tsx";
import { changeWeighing, useWeighings } from "./weighing.store.ts";

Element.prototype.scrollIntoView = () => undefined;

const [north, south] = ["0190a0a0-0000-7000-8000-000000000001", "0190a0a0-0000-7000-8000-000000000002"];
const page = openFormPage();
/** the codes that were looked up */
let found: (string | null)[] = [];
/** the warehouse whose settings were fetched last */
let known = "";
let client = new QueryClient();

const draw = () => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return page.draw(
    <CallerContext
      value={{ ...page.caller(), area: "p", scope: { username: "ann", providerUuid: "p" }, role: "operator", permissions: ["packing"] }}
    >
      <QueryClientProvider client={client}>
        <WeighingScreen />
      </QueryClientProvider>
    </CallerContext>,
  );
};

beforeAll(() => loadRest());
beforeEach(() => {
  found = [];
  useWeighings.setState({ weighings: {} });
  page.answerTo = ({ pathname, searchParams }) => {
    const list = (result: readonly object[]) =>
      answerOf("success", { result, total: result.length, total_is_exact: true, next_cursor: null });
    if (pathname.endsWith("/query-storage"))
      return list([north, south].map((warehouse_uuid) => ({ warehouse_uuid, name: "W", code: "W", country_code: "", is_closed: false })));
    if (pathname.endsWith("/get-settings")) {
      known = searchParams.get("warehouse_uuid") ?? "";
      return answerOf("success", {
        warehouse_uuid: searchParams.get("warehouse_uuid"),
        name: "",
        version: 1,
        settings: warehouseSettings.parse({ scanner: { prefixes: [searchParams.get("warehouse_uuid") === south ? "S~" : "N~"] } }),
      });
    }
    if (pathname.endsWith("/find-to-pack")) {
      found.push(searchParams.get("code"));
      return answerOf("success", { kind: "unknown", orders: [], parcels: [] });
    }
    return list([]);
  };
});

/** Scans a code once the settings of a warehouse are there. */
const scan = async (code: string, warehouseUuid: string) => {
  await page.until(() => known === warehouseUuid && client.isFetching() === 0);
  // The query tells its screen in the next turn of the event loop.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  await scanInto(page.element, code);
  await page.until(() => found.length > 0);
};

test("before a parcel is on the scale, the first warehouse's scanners are expected, and later those of the parcel before", async () => {
  await draw();
  await scan("N~P-1", north);
  expect(found).toEqual(["P-1"]);

  const parcel: Parcel = {
    parcel_uuid: north,
    parcel_number: "P-2",
    box_mark: "",
    length_mm: null,
    width_mm: null,
    height_mm: null,
    order_uuid: north,
    order_number: "SO-1",
    warehouse_uuid: south,
    status: "closed",
    box_name: "",
    piece_count: 1,
    expected_grams: null,
    allowed_grams: null,
    measured_grams: null,
    variance_reason: "",
    is_held: false,
    packed_at: "2026-11-28T08:00:00.000Z",
  };
  changeWeighing("p ann confirm", { parcel });
  changeWeighing("p ann confirm", { parcel: null });
  found = [];
  // After a reload too.
  useWeighings.setState({ weighings: {} });
  page.reopen();
  await draw();
  await scan("S~P-3", south);
  expect(found).toEqual(["P-3"]);
});
