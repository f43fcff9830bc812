// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { loadRest } from "#web/texts/warehouse.ts";
import { answerOf } from "#tests/factories/answers.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import { BundleTab } from "./bundle-tab.tsx";
import { setBundle } from "./goods.contract.ts";
import type { VariantDetail } from "./goods-rows.contract.ts";

const uuid = "0190a0a0-0000-7000-8000-000000000001";
const part = { variant_uuid: "0190a0a0-0000-7000-8000-000000000002", sku: "MUG", title: "Mug", quantity: 2 };
const plain = {
  variant_uuid: uuid,
  owner_uuid: uuid,
  version: 3,
  is_bundle: false,
  is_expected: false,
  keeps_lots: false,
  keeps_expiry: false,
  stock: { on_hand: 0 },
  components: [] as (typeof part)[],
  part_of: [] as (typeof part)[],
};

const page = openFormPage();
const nobody = page.caller;
let asked: string[] = [];
page.caller = () => ({ ...nobody(), area: "ds", role: "dropShipper" });

beforeAll(() => loadRest());
beforeEach(() => {
  asked = [];
  page.answerTo = ({ pathname }) => {
    asked.push(pathname);
    return answerOf("success", { result: [part] });
  };
});

async function draw(variant: object): Promise<void> {
  await page.draw(
    <QueryClientProvider client={new QueryClient()}>
      <BundleTab variant={{ ...plain, ...variant } as unknown as VariantDetail} onChanged={() => undefined} />
    </QueryClientProvider>,
  );
}

test.each([
  { that: "keeps lots", variant: { keeps_lots: true }, why: "goods.bundleKeepsNoLots" as const },
  { that: "is in stock", variant: { stock: { on_hand: 5 } }, why: "goods.bundleHasStock" as const },
  { that: "is expected", variant: { is_expected: true }, why: "goods.bundleHasStock" as const },
  { that: "is a part itself", variant: { part_of: [part] }, why: "goods.bundleInBundle" as const },
])("a SKU that $that cannot become a bundle, and the button says why", async ({ variant, why }) => {
  await draw(variant);
  expect(page.element.querySelector(".blocked-reason")?.textContent).toBe(codes[why].en_us);
  await page.type("SKU or barcode", "MUG");
  await page.press("Add the part");
  expect(asked).toEqual([]);
});

test.each([
  { that: "new SKU", variant: {} },
  { that: "bundle, of whose parts there is stock", variant: { is_bundle: true, components: [{ ...part, quantity: 1 }] } },
])("a part is added to a $that", async ({ variant }) => {
  await draw(variant);
  expect(page.element.querySelector(".blocked-reason")).toBeNull();
  await page.type("SKU or barcode", "MUG");
  await page.press("Add the part");
  await page.until(() => asked.some((path) => path.endsWith(setBundle.path)));
});
