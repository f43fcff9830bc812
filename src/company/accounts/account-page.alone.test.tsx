// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { answerOf } from "#tests/factories/answers.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import { ProfileScreen } from "./settings.screen.tsx";
import { AccountSettingsScreen } from "./settings.screen.tsx";

const page = openFormPage();
globalThis.scrollTo = () => undefined;
// jsdom has the element but cannot show it.
HTMLDialogElement.prototype.showModal = function show() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const session = (last: string, device: string, rest: object) => ({
  session_uuid: `0199a1b2-0000-7000-8000-00000000000${last}`,
  area: "p",
  is_current: false,
  address: `203.0.113.${last}`,
  device,
  created_at: "2026-11-20T08:00:00.000Z",
  last_seen_at: "2026-11-21T08:00:00.000Z",
  opened_for_support: false,
  ...rest,
});
const sessions = {
  result: [session("1", "Scanner 7", {}), session("2", chrome, { is_current: true }), session("3", "", { opened_for_support: true })],
};

async function open(screen: () => React.ReactNode, href: string) {
  const root = createRootRoute({ component: screen, notFoundComponent: screen });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: [href] }) });
  await router.load();
  await page.draw(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return router;
}

const text = () => page.element.textContent;
const tabs = () => [...page.element.querySelectorAll("[role=tab]")].map((tab) => tab.textContent);
const caller = page.caller;
let mine: Partial<ReturnType<typeof caller>> = {};
page.caller = () => ({ ...caller(), area: "p", role: "provider", ...mine });
beforeEach(() => {
  mine = {};
  page.answer = answerOf("success", sessions);
});

describe("the account's pages", () => {
  test("show operators only to a provider", async () => {
    await open(AccountSettingsScreen, "/?tab=look");
    expect(tabs()).toEqual(["Profile", "Password", "Language and theme", "Operators", "Devices"]);
    mine = { role: "dropShipper", area: "ds" };
    page.reopen();
    await open(AccountSettingsScreen, "/?tab=look");
    expect(tabs()).toEqual(["Profile", "Password", "Language and theme", "Devices"]);
    mine = { role: "operator" };
    page.reopen();
    await open(ProfileScreen, "/?tab=operators");
    expect(tabs()).toEqual(["Profile", "Password", "Language and theme", "Devices"]);
    expect(page.element.querySelector("[aria-selected=true]")?.textContent).toBe("Profile");
  });

  test("keep the section in the URL", async () => {
    const router = await open(AccountSettingsScreen, "/?tab=sessions");
    await page.press("Password");
    await page.until(() => router.state.location.href === "/?tab=password");
    expect(page.input("Old password").autocomplete).toBe("current-password");
  });
});

describe("the devices", () => {
  test("are named, with the current one first and marked, and one opened for support marked too", async () => {
    await open(AccountSettingsScreen, "/?tab=sessions");
    await page.until(() => text().includes("Scanner 7"));
    const rows = [...page.element.querySelectorAll("li")].map((row) => row.textContent);
    expect(rows).toMatchObject([
      expect.stringMatching(/^Chrome on LinuxThis deviceIP address203\.0\.113\.2/),
      expect.stringMatching(/^Scanner 7IP address203\.0\.113\.1/),
      expect.stringMatching(/^Unknown deviceOpened for support/),
    ]);
    expect(page.element.querySelectorAll("li button")).toHaveLength(2);
  });

  test("are logged out one by one, or all others after a confirmation", async () => {
    await open(AccountSettingsScreen, "/?tab=sessions");
    await page.until(() => text().includes("Scanner 7"));
    await act(async () => {
      page.element.querySelector<HTMLButtonElement>('[aria-label="Log out: Scanner 7"]')?.click();
      await Promise.resolve();
    });
    await page.until(() => page.asked.length === 1 && page.element.querySelector("button:disabled") === null);
    await page.press("Log out all others");
    expect(page.asked).toHaveLength(1);
    const dialog = document.querySelector(".dialog");
    expect(dialog?.textContent).toContain("Log out 2 other devices?");
    await act(async () => {
      dialog?.querySelector<HTMLButtonElement>(".button-danger")?.click();
      await Promise.resolve();
    });
    await page.until(() => page.asked.length === 2);
    expect(page.asked.map(({ body }) => body)).toEqual([
      { session_uuids: ["0199a1b2-0000-7000-8000-000000000001"] },
      { session_uuids: "others" },
    ]);
  });

  test("cannot be logged out in a read-only support session", async () => {
    mine = { role: "dropShipper", area: "ds", isReadOnly: true };
    await open(AccountSettingsScreen, "/?tab=sessions");
    await page.until(() => text().includes("Scanner 7"));
    expect(page.element.querySelectorAll("section button")).toHaveLength(0);
  });
});
