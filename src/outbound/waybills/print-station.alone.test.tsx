// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { loadRest } from "#web/texts/warehouse.ts";
import { answerOf } from "#tests/factories/answers.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import { PrintStation } from "./print-station.tsx";

Element.prototype.scrollIntoView = () => undefined;
// jsdom has no locks: this tab is the only one.
Object.defineProperty(navigator, "locks", { value: { request: (_name: string, _options: object, hold: () => Promise<void>) => hold() } });

const [first, second] = ["0190a0a0-0000-7000-8000-000000000001", "0190a0a0-0000-7000-8000-000000000002"];
const table = (location_uuid: string, barcode: string) => ({ location_uuid, barcode, warehouse_name: "North" });
const page = openFormPage();
let locations = [table(first, "TABLE-1"), table(second, "TABLE-2")];
/** what the labels were listed by */
let asked: URLSearchParams[] = [];

const draw = () =>
  page.draw(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PrintStation warehouse="" />
    </QueryClientProvider>,
  );
const chosen = () => page.element.querySelector(".select-button .select-value")?.textContent ?? "";

beforeAll(() => loadRest());
beforeEach(() => {
  asked = [];
  locations = [table(first, "TABLE-1"), table(second, "TABLE-2")];
  page.answerTo = ({ pathname, searchParams }) => {
    if (pathname.endsWith("/list-choices")) return answerOf("success", { channels: [], waves: [], locations });
    asked.push(searchParams);
    return answerOf("success", { result: [], total: 0, total_is_exact: true, next_cursor: null });
  };
});

test("a station prints for the packing location that is chosen on its device, also after a reload, and for all once that is gone", async () => {
  await draw();
  await page.until(() => chosen() === "All packing locations");
  // It is there before its choices are.
  await page.until(() => page.element.querySelector<HTMLButtonElement>(".select-button")?.disabled === false);
  act(() => page.element.querySelector<HTMLElement>(".select-button")?.click());
  await page.until(() => page.element.querySelectorAll("[role=option]").length === 3);
  await page.press("TABLE-2");
  await page.until(() => chosen() === "TABLE-2");
  expect(asked).toEqual([]);

  page.reopen();
  await draw();
  await page.until(() => chosen() === "TABLE-2");
  act(() => page.element.querySelector<HTMLElement>("input[role=switch]")?.click());
  await page.until(() => asked.length > 1);
  expect(asked.map((one) => one.get("location_uuid"))).toEqual(asked.map(() => second));

  locations = [table(first, "TABLE-1")];
  page.reopen();
  await draw();
  await page.until(() => chosen() === "All packing locations");
  await page.until(() => asked.at(-1)?.get("location_uuid") === null);
});
