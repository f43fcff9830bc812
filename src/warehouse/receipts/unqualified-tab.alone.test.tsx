// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { beforeAll, expect, test } from "vitest";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { loadRest } from "#web/texts/warehouse.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import type { ReceiptDetail } from "./receipts.contract.ts";
import { UnqualifiedTab } from "./unqualified-tab.tsx";

HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= () => undefined;

const supplierUuid = "0190a0a0-0000-7000-8000-000000000001";
const shopUuid = "0190a0a0-0000-7000-8000-000000000002";
const line = { line_uuid: "0190a0a0-0000-7000-8000-000000000003", sku: "TRAY-L", lot: "", unqualified_quantity: 2, decided: 0 };
const ofShop = { status: "inspecting", owner_uuid: shopUuid, owner_name: "Demo Shop", lines: [line], decisions: [] };
const ofSupplier = { ...ofShop, owner_uuid: supplierUuid, owner_name: "Demo Supplier" };

const page = openFormPage();
const nobody = page.caller;
let viewer: Partial<Caller> = {};
page.caller = () => ({ ...nobody(), scope: { username: "packer", providerUuid: supplierUuid }, ...viewer });

beforeAll(() => loadRest());

/** @returns the row of the pieces */
async function draw(of: object, as: Partial<Caller>): Promise<HTMLElement> {
  viewer = as;
  await page.draw(
    <QueryClientProvider client={new QueryClient()}>
      <UnqualifiedTab of={of as ReceiptDetail} onChanged={() => undefined} />
    </QueryClientProvider>,
  );
  const row = [...page.element.querySelectorAll<HTMLElement>("tbody tr")].find(({ textContent }) => textContent.includes("TRAY-L"));
  if (row === undefined) throw new Error("no pieces wait for a decision");
  return row;
}
const decide = (row: HTMLElement) => [...row.querySelectorAll("button")].find(({ textContent }) => textContent === "Decide");
const press = (row: HTMLElement) => act(() => decide(row)?.click());
const hasDialog = () => document.querySelector(".dialog") !== null;

test("a supplier sees that a retailer's pieces wait for the retailer, and a press opens nothing", async () => {
  const row = await draw(ofShop, { area: "p", role: "provider" });
  expect(decide(row)?.getAttribute("aria-disabled")).toBe("true");
  expect(row.querySelector(".blocked-reason")?.textContent).toBe("Waiting for Demo Shop");
  expect(decide(row)?.getAttribute("aria-describedby")).toBe(row.querySelector(".blocked-reason")?.id);
  press(row);
  expect(hasDialog()).toBe(false);
});

test.each([
  { owner: "a supplier", of: ofSupplier, as: { area: "p", role: "provider" } as const },
  { owner: "a retailer", of: ofShop, as: { area: "ds", role: "dropShipper" } as const },
])("$owner decides about its own pieces: a press opens the dialog", async ({ of, as }) => {
  const row = await draw(of, as);
  expect(decide(row)?.hasAttribute("aria-disabled")).toBe(false);
  expect(row.querySelector(".blocked-reason")).toBeNull();
  press(row);
  expect(document.querySelector(".dialog")?.textContent).toContain("Unqualified: TRAY-L");
});

test("an operator cannot decide, and sees whose decision is awaited", async () => {
  const row = await draw(ofSupplier, { area: "p", role: "operator", permissions: ["receiving"] });
  expect(decide(row)).toBeUndefined();
  expect(row.textContent).toContain("Waiting for Demo Supplier");
});
