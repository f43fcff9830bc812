// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { beforeAll, expect, test } from "vitest";
import { CallerContext } from "#src/kit/api/call-hooks.tsx";
import { apiPrefix } from "#src/kit/api/address.ts";
import { listPriceTiers } from "#src/billing/catalogue/catalogue.contract.ts";
import { loadRest } from "#web/texts/warehouse.ts";
import { listRateCards } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { answerOf } from "#tests/factories/answers.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import { TermsDialog } from "./terms-dialog.tsx";

HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
};

const page = openFormPage();
const makeUuid = (at: number) => `0190a0a0-0000-7000-8000-${String(at).padStart(12, "0")}`;
const terms = {
  retailer_uuid: makeUuid(1),
  version: 1,
  currency: "USD",
  rate_card_uuid: makeUuid(2),
  rate_card_name: "Harbour",
  price_tier_uuid: makeUuid(3),
  price_tier_name: "Partners",
  credit_limit_cents: 0,
  prices: [],
  valid_from: "2026-01-01",
  next_from: "",
  next_prices: [],
};
const options = () =>
  [...document.querySelectorAll("select")].map((one) => [...one.options].map(({ text }) => text).filter((text) => text.trim() !== ""));

beforeAll(() => loadRest());

test.each([[listRateCards.path], [listPriceTiers.path]])(
  "when %s is refused, the terms can still be changed and the agreed values stay",
  async (refused) => {
    page.answerTo = ({ pathname }) =>
      pathname === apiPrefix + refused
        ? answerOf("forbidden")
        : answerOf("success", { result: [], total: 0, total_is_exact: true, next_cursor: null });
    await page.draw(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <CallerContext value={{ ...page.caller(), role: "provider" }}>
          <TermsDialog of={terms} name="Shop" onClose={() => undefined} />
        </CallerContext>
      </QueryClientProvider>,
    );
    await page.until(() => options().length === 2);
    expect(options()[refused === listRateCards.path ? 0 : 1]).toHaveLength(2);
    expect(document.querySelector(".notice-bad")).toBeNull();
  },
);
