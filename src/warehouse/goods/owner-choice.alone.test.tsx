// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, useState } from "react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { loadRest } from "#web/texts/warehouse.ts";
import { answerOf } from "#tests/factories/answers.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import type { Owner } from "./goods.contract.ts";
import { OwnerChoice } from "./owner-choice.screen.tsx";

Element.prototype.scrollIntoView = () => undefined;

const uuidOf = (at: number) => `0190a0a0-0000-7000-8000-${String(at).padStart(12, "0")}`;
const own: Owner = { owner_uuid: uuidOf(0), owner_name: "Supplier", is_own: true };
const shop = (at: number): Owner => ({ owner_uuid: uuidOf(at), owner_name: `Shop ${String(at).padStart(4, "0")}`, is_own: false });

const page = openFormPage();
let owners: readonly Owner[] = [];
let asked: string[] = [];
let chosen: string[] = [];

function Filter({ initial, isRetailersOnly = false }: { initial: string; isRetailersOnly?: boolean }) {
  const [value, setValue] = useState(initial);
  return (
    <>
      <OwnerChoice
        label="Owner"
        value={value}
        nothing="All owners"
        isRetailersOnly={isRetailersOnly}
        onValue={(uuid, name) => {
          chosen.push(`${uuid} ${name}`.trim());
          setValue(uuid);
        }}
      />
    </>
  );
}
const draw = (initial = "", isRetailersOnly = false) =>
  page.draw(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Filter initial={initial} isRetailersOnly={isRetailersOnly} />
    </QueryClientProvider>,
  );
const options = () => [...page.element.querySelectorAll(".listbox-item")].map((one) => one.textContent);
async function shows(text: string): Promise<void> {
  await page.until(() => page.input("Owner").value === text);
  expect(page.input("Owner").value).toBe(text);
}
function key(name: string): void {
  act(() => {
    page.input("Owner").dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
  });
}
const more = () => page.element.querySelector(".listbox-more")?.textContent ?? "";
async function open(count: number): Promise<void> {
  act(() => page.input("Owner").click());
  await page.until(() => options().length === count);
}

beforeAll(() => loadRest());
beforeEach(() => {
  [asked, chosen] = [[], []];
  owners = [own, ...Array.from({ length: 1000 }, (_, at) => shop(at + 1))];
  // How the server handles as many retailers: server/warehouse/goods/goods.test.ts.
  page.answerTo = ({ searchParams }) => {
    asked.push(searchParams.toString());
    const [search, uuid] = [searchParams.get("search")?.toLowerCase() ?? "", searchParams.get("owner_uuid")];
    const fitting = owners.filter((one) => one.owner_name.toLowerCase().includes(search) && (uuid === null || one.owner_uuid === uuid));
    return answerOf("success", { result: fitting.slice(0, 200), total: fitting.length });
  };
});

test("the 777th of a thousand retailers is found by typing, selected by Enter, and then shown by name", async () => {
  await draw();
  expect(page.input("Owner").placeholder).toBe("All owners");
  await open(200);
  expect(more()).toBe("1,001 in all. Type a name.");
  await page.type("Owner", "SHOP 0777");
  // Until the server has answered, nobody can be chosen by mistake.
  expect(options()).toEqual([]);
  await page.until(() => options().length === 1);
  expect(more()).toBe("");
  key("Enter");
  expect(chosen).toEqual([`${uuidOf(777)} Shop 0777`]);
  await shows("Shop 0777");
  await act(async () => page.element.querySelector<HTMLElement>("button[aria-label=Clear]")?.click());
  expect(chosen.at(-1)).toBe("");
  expect(page.input("Owner").value).toBe("");
});

test("an owner in the URL is shown by name, wherever it is in the list, and an unknown one is reported", async () => {
  await draw(uuidOf(900));
  await shows("Shop 0900");
  page.reopen();
  await draw(uuidOf(1500));
  await shows("Not one of your retailers");
  expect(asked.filter((one) => one !== "")).toEqual([`owner_uuid=${uuidOf(900)}`, `owner_uuid=${uuidOf(1500)}`]);
});

test("a short list is searched without another request, and leaves out the supplier when only retailers are wanted", async () => {
  owners = [own, shop(1), shop(2), shop(12)];
  await draw("", true);
  await open(3);
  expect([options(), more()]).toEqual([["Shop 0001", "Shop 0002", "Shop 0012"], ""]);
  await page.type("Owner", "12");
  expect(options()).toEqual(["Shop 0012"]);
  key("Enter");
  expect([chosen, asked]).toEqual([[`${uuidOf(12)} Shop 0012`], [""]]);
});

test("a refused list is shown as empty", async () => {
  page.answerTo = () => answerOf("forbidden");
  await draw();
  act(() => page.input("Owner").click());
  await page.until(() => page.element.textContent.includes("No matches"));
  expect(options()).toEqual([]);
});
