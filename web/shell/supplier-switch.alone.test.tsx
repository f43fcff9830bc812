// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act } from "react";
import { expect, test } from "vitest";
import { CallerContext } from "#src/kit/api/call-hooks.tsx";
import { showLanguage } from "../texts/warehouse.ts";
import type { Person } from "#src/kit/session/session.store.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import { SupplierSwitch } from "./supplier-switch.tsx";

const page = openFormPage();
const uuidOf = (at: number) => `0190a0a0-0000-7000-8000-00000000000${at}`;
const person: Person = {
  username: "packer",
  role: "dropShipper",
  displayName: "Packer",
  permissions: [],
  providerUuid: uuidOf(1),
  isReadOnly: false,
};

async function openMenu(): Promise<HTMLElement[]> {
  useSessions.setState({
    suppliers: {
      [uuidOf(1)]: { name: "Anchor Depot", isBlocked: false },
      [uuidOf(2)]: { name: "Harbour Depot", isBlocked: true },
      [uuidOf(3)]: { name: "Quay Store", isBlocked: false },
    },
  });
  const caller = { ...page.caller(), area: "ds" as const, role: "dropShipper" as const };
  const routeTree = createRootRoute({
    component: () => (
      <CallerContext value={caller}>
        <SupplierSwitch person={person} />
      </CallerContext>
    ),
  });
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ["/ds/home"] }) });
  await page.draw(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await page.press("Anchor Depot");
  return [...document.querySelectorAll<HTMLElement>("[role=menuitemradio]")];
}

test("a supplier that has blocked the retailer is disabled in the menu with the reason; the others can be chosen", async () => {
  const choices = await openMenu();
  expect(choices.map(({ textContent, ariaDisabled }) => [textContent, ariaDisabled])).toEqual([
    ["Anchor Depot", null],
    ["Harbour DepotThis supplier has blocked you", "true"],
    ["Quay Store", null],
  ]);
  await page.press("Harbour DepotThis supplier has blocked you");
  expect(page.asked).toEqual([]);
  // The menu stays open when a disabled item is pressed.
  await page.press("Quay Store");
  await page.until(() => page.asked.length === 1);
  expect(page.asked[0]?.body).toEqual({ provider_uuid: uuidOf(3) });
});

test("the reason is among the shell's initial texts in both languages", async () => {
  await openMenu();
  await act(() => showLanguage("zh_cn"));
  expect(document.querySelector(".menu-note")?.textContent).toBe("该供应商已停用您的访问");
});
