// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { act } from "react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { loadRest } from "#web/texts/warehouse.ts";
import { answerOf } from "#tests/factories/answers.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import { LabelsDialog } from "./block-and-label-dialogs.tsx";
import { LocationDialog } from "./location-dialog.tsx";
import { SettingsDialog } from "./settings-dialog.tsx";
import { warehouseSettings } from "./warehouse-settings.contract.ts";
import type { WarehouseNode } from "./warehouses.contract.ts";

HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= () => undefined;

const uuid = "0190a0a0-0000-7000-8000-000000000001";
const shelfUuid = "0190a0a0-0000-7000-8000-000000000002";
const area = { x_mm: 0, y_mm: 0, width_mm: 10_000, depth_mm: 10_000 };
const none = { location_count: 0, used_count: 0, blocked_count: 0 };
const shelf = {
  shelf_uuid: shelfUuid,
  code: "A-01",
  x_mm: 500,
  y_mm: 700,
  width_mm: 4000,
  depth_mm: 600,
  is_turned: false,
  version: 1,
  ...none,
};
const warehouse: WarehouseNode = {
  ...none,
  warehouse_uuid: uuid,
  name: "East 1",
  code: "E1",
  is_closed: false,
  width_mm: 30_000,
  depth_mm: 20_000,
  partitions: [{ partition_uuid: uuid, code: "A", name: "", version: 1, ...area, ...none, shelves: [shelf] }],
};

const page = openFormPage();
let ended = 0;
const rest = { onChanged: () => undefined, onClose: () => (ended += 1) };
/** Draws inside a router, which links need. */
const draw = (children: ReactNode) => {
  const routeTree = createRootRoute({ component: () => children });
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ["/"] }) });
  return page.draw(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
};
/** Answers every call with a warehouse's settings. */
function answerSettings(settings: Parameters<typeof warehouseSettings.parse>[0]): void {
  page.answer = answerOf("success", { warehouse_uuid: uuid, name: "East 1", version: 3, settings: warehouseSettings.parse(settings) });
}
const body = () => page.asked.at(-1)?.body as Record<string, unknown> | undefined;

beforeAll(() => loadRest());
beforeEach(() => {
  ended = 0;
});

test("settings show what is wrong with a strategy at its cell, and are saved once it is corrected", async () => {
  answerSettings({});
  await draw(
    <SettingsDialog warehouse={{ warehouse_uuid: uuid, name: "East 1", code: "E1", country_code: "", is_closed: false }} {...rest} />,
  );
  await page.until(() => document.querySelector("form") !== null);
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/p/logistics");
  await page.press("Add a strategy");
  await page.submit();
  expect(page.errorOf("Name")).toBe("Please fill this in");
  expect(document.activeElement).toBe(page.input("Name"));
  await page.type("Name", "Small ones");
  await page.type("Prefixes", "]C1, a-prefix-too-long");
  await page.submit();
  expect(page.errorOf("Prefixes")).toBe("At most 10 prefixes, each of at most 10 characters");
  expect(ended).toBe(0);
  await page.type("Prefixes", "]C1 ]d2");
  await page.type("Built at", "9 o'clock");
  await page.submit();
  expect(page.errorOf("Built at")).toBe("At most 24 times such as 09:00. Separate with commas.");
  await page.type("Built at", "09:00, 14:30");
  await page.type("Built when this many orders wait", "40");
  await page.submit();
  await page.until(() => ended === 1);
  // Saving is a PUT that this server does not store; the test only sees that it was accepted.
});

test.each([
  { settings: {}, isAsked: false },
  { settings: { wall_review_rule: "sample", wall_review_sample_percent: 5 }, isAsked: true },
] as const)("settings ask for the share of sort walls only if a sample of them is reviewed: $isAsked", async ({ settings, isAsked }) => {
  answerSettings(settings);
  await draw(
    <SettingsDialog warehouse={{ warehouse_uuid: uuid, name: "East 1", code: "E1", country_code: "", is_closed: false }} {...rest} />,
  );
  await page.until(() => document.querySelector("form") !== null);
  expect(document.body.textContent).toContain("Review orders of sort walls");
  expect(document.body.textContent.includes("Share of sort walls that is reviewed")).toBe(isAsked);
  if (isAsked) expect(page.input("Share of sort walls that is reviewed").value).toBe("5");
});

test("labels default to the size in the warehouse's settings", async () => {
  answerSettings({ label_sizes: { location: "40x30" } });
  await draw(<LabelsDialog of={{ warehouse_uuid: uuid }} warehouseUuid={uuid} {...rest} />);
  await page.until(() => document.querySelector("form") !== null);
  await page.submit();
  await page.until(() => page.asked.length === 1);
  expect(body()).toMatchObject({ warehouse_uuid: uuid, label_size: "40x30", copies: 1 });
});

test("a new location is placed on its shelf, at its middle or where the form says", async () => {
  page.answer = answerOf("success", { location_uuid: uuid });
  await draw(<LocationDialog warehouse={warehouse} of={{ shelf_uuid: shelfUuid }} {...rest} />);
  await page.until(() => document.querySelector("form") !== null);
  await page.type("Barcode", "a-01-09");
  await page.submit();
  await page.until(() => ended === 1);
  expect(body()).toMatchObject({ barcode: "A-01-09", shelf_uuid: shelfUuid, x_mm: 2500, y_mm: 1000 });
  await page.type("From the left", "1.2");
  await page.leave("From the left");
  const select = document.querySelectorAll("select")[1];
  await act(async () => {
    if (select === undefined) throw new Error("no shelf to choose");
    select.value = "-nothing-";
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await page.submit();
  await page.until(() => ended === 2);
  expect(body()).toMatchObject({ shelf_uuid: null, x_mm: 1200, y_mm: 0 });
});
