// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, useState } from "react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { loadRest } from "#web/texts/warehouse.ts";
import { answerOf } from "#tests/factories/answers.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import type { Supplier } from "./supplier-field.screen.tsx";
import { SupplierField } from "./supplier-field.screen.tsx";

Element.prototype.scrollIntoView = () => undefined;

const names = ["Anchor Depot", "Harbour Depot", "Harbour Lane", "Quay Store"];
const makeUuid = (name: string) => `0190a0a0-0000-7000-8000-${String(names.indexOf(name)).padStart(12, "0")}`;

const page = openFormPage();
let asked: string[] = [];

function SignUp() {
  const [value, setValue] = useState<Supplier>();
  return <SupplierField label="Supplier" value={value} onChange={setValue} />;
}
const options = () => [...page.element.querySelectorAll<HTMLElement>(".listbox-item")];
const said = () => options().map((one) => one.textContent);
const note = () => page.element.querySelector(".listbox-note")?.textContent;
const count = () => page.element.querySelector("[role=status]")?.textContent;
const chosen = () => page.input("Supplier").value;

/** Opens the field with all suppliers; later responses are delayed until the returned function is called. */
async function openLate(): Promise<() => void> {
  await page.draw(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SignUp />
    </QueryClientProvider>,
  );
  act(() => page.input("Supplier").click());
  await page.until(() => options().length === names.length);
  const { promise, resolve } = Promise.withResolvers<void>();
  page.hold = promise;
  return resolve;
}
function enter(): void {
  act(() => {
    page.input("Supplier").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  });
}

beforeAll(() => loadRest());
beforeEach(() => {
  asked = [];
  page.answerTo = ({ searchParams }) => {
    const name = searchParams.get("name") ?? "";
    asked.push(name);
    const result = names
      .filter((one) => one.toLowerCase().includes(name.toLowerCase()))
      .map((one) => ({ provider_uuid: makeUuid(one), name: one, country_code: "DE", introduction: "" }));
    return answerOf("success", { result, total: result.length });
  };
});

test("a click on a listed supplier is kept while the answer for the typed text is late", async () => {
  const answer = await openLate();
  await page.type("Supplier", "harbour");
  expect(said()).toEqual(["Harbour Depot", "Harbour Lane"]);
  act(() => options()[1]?.click());
  expect(chosen()).toBe("Harbour Lane");
  answer();
});

test("Enter selects only a supplier that matches the typed text, and none is reported as not found before the server has answered", async () => {
  const answer = await openLate();
  await page.type("Supplier", "shed");
  expect([said(), note(), count()]).toEqual([[], "Loading…", ""]);
  enter();
  await page.until(() => page.input("Supplier").value === "shed");
  answer();
  await page.until(() => asked.includes("shed") && note() === "No supplier found");
  expect(count()).toBe("0 suppliers found");
  enter();
  await page.type("Supplier", "lane");
  await page.until(() => count() === "1 supplier found");
  enter();
  expect(chosen()).toBe("Harbour Lane");
});
