// @vitest-environment jsdom
import { act } from "react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { loadRest } from "#web/texts/warehouse.ts";
import { answerOf } from "#tests/factories/answers.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import { Form } from "#src/kit/ui/form/form.tsx";
import { skuForm } from "./product-forms.tsx";
import type { VariantDetail } from "./goods-rows.contract.ts";

const uuid = "0190a0a0-0000-7000-8000-000000000001";
const said = { sku: "TRAY", title: "", low_stock_quantity: null, keeps_lots: false, keeps_expiry: true };

const page = openFormPage();
beforeAll(() => loadRest());
beforeEach(() => {
  page.answer = answerOf("success", {});
});

async function draw(onHand: number): Promise<void> {
  const variant = { ...said, variant_uuid: uuid, version: 1, is_bundle: false, stock: { on_hand: onHand } };
  const form = skuForm(variant as unknown as VariantDetail, () => undefined);
  await page.draw(<Form of={form} initial={said} />);
}

function getSwitch(label: string): HTMLInputElement {
  const found = [...page.element.querySelectorAll("label")].find(({ textContent }) => textContent === label);
  const control = found?.querySelector<HTMLInputElement>("[role=switch]") ?? null;
  if (control === null) throw new Error(`no switch is labelled ${label}`);
  return control;
}
const press = (label: string) => act(() => getSwitch(label).click());
const isOn = (label: string) => getSwitch(label).checked;

test.each([
  { label: "Track lots", was: false },
  { label: "Track expiry dates", was: true },
])("$label cannot be switched while the SKU is in stock, and says why", async ({ label, was }) => {
  await draw(5);
  const control = getSwitch(label);
  expect([control.getAttribute("aria-readonly"), control.disabled]).toEqual(["true", false]);
  expect(document.getElementById(control.getAttribute("aria-describedby") ?? "")?.textContent).toBe(codes["goods.lotsInUse"].en_us);
  press(label);
  expect(isOn(label)).toBe(was);
});

test.each([
  { label: "Track lots", becomes: true },
  { label: "Track expiry dates", becomes: false },
])("$label can be switched while the SKU is out of stock", async ({ label, becomes }) => {
  await draw(0);
  expect(getSwitch(label).hasAttribute("aria-readonly")).toBe(false);
  press(label);
  expect(isOn(label)).toBe(becomes);
});
