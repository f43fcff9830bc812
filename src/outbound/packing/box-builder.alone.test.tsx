// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { beforeAll, expect, test } from "vitest";
import { CallerContext } from "#src/kit/api/call-hooks.tsx";
import { loadRest } from "#web/texts/warehouse.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import { BoxBuilder } from "./box-builder.screen.tsx";
import english from "./en_us.json" with { type: "json" };
import type { Packing } from "./packing.contract.ts";

const page = openFormPage();
const sizes = { length_mm: 100, width_mm: 80, height_mm: 60 };
const mug = { variant_uuid: "0190a0a0-0000-7000-8000-000000000001", sku: "MUG", codes: ["MUG"], title: "Mug", variant_title: "" };
const packing = {
  order_uuid: "0190a0a0-0000-7000-8000-000000000002",
  order_number: "N1",
  is_held: false,
  items: [{ ...mug, main_image: "", lot: "", quantity: 2, weight_grams: 300, ...sizes }],
  boxes: [],
  parcels: [],
} as unknown as Packing;

/** Opens the builder as one of the people who share a device. */
async function openAs(username: string): Promise<void> {
  page.username = username;
  page.reopen();
  await page.draw(
    <QueryClientProvider client={new QueryClient()}>
      <CallerContext value={{ ...page.caller(), role: "provider" }}>
        <BoxBuilder packing={packing} onPacked={() => undefined} />
      </CallerContext>
    </QueryClientProvider>,
  );
}
const countBoxes = () => page.element.querySelectorAll("tbody tr").length;

beforeAll(() => loadRest());

test("the boxes of a draft are those of the person who began it, also where a device is shared", async () => {
  await openAs("packer");
  await page.press(english.builder.add);
  await page.until(() => countBoxes() === 1);

  await openAs("another");
  expect(countBoxes()).toBe(0);
  await page.press(english.builder.add);
  await page.press(english.builder.add);
  await page.until(() => countBoxes() === 2);

  await openAs("packer");
  expect(countBoxes()).toBe(1);
});
