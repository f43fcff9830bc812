// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { beforeAll, expect, test } from "vitest";
import { loadRest } from "#web/texts/warehouse.ts";
import { answerOf } from "#tests/factories/answers.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import { PinSection } from "./pin-section.tsx";

const page = openFormPage();
const nobody = page.caller;
page.caller = () => ({ ...nobody(), area: "p", role: "operator" });

beforeAll(() => loadRest());

const at = "2026-11-22T10:00:00.000Z";

test.each([
  { has: "neither PIN nor badge", pin_set_at: null, badge_made_at: null, buttons: ["Set PIN", "Make badge"] },
  { has: "a PIN", pin_set_at: at, badge_made_at: null, buttons: ["Set PIN", "Make badge", "Remove PIN and badge"] },
  { has: "a badge", pin_set_at: null, badge_made_at: at, buttons: ["Set PIN", "Make badge", "Remove PIN and badge"] },
])("a user with $has is offered to remove only what exists", async ({ pin_set_at, badge_made_at, buttons }) => {
  page.answer = answerOf("success", { pin_set_at, badge_made_at, is_locked: false });
  await page.draw(
    <QueryClientProvider client={new QueryClient()}>
      <PinSection />
    </QueryClientProvider>,
  );
  await page.until(() => page.element.textContent.includes(pin_set_at === null ? "No PIN yet" : "PIN since"));
  expect([...page.element.querySelectorAll("button")].map(({ textContent }) => textContent)).toEqual(buttons);
});
