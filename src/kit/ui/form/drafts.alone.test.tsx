// @vitest-environment jsdom
import {
  createBrowserHistory,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act } from "react";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { answerOf } from "#tests/factories/answers.ts";
import { openFormPage, rename } from "#tests/factories/form-page.tsx";
import { forgetDrafts, readDraft, writeDraft } from "./drafts.storage.ts";
import { defineForm } from "./form-definition.ts";
import { Form } from "./form.tsx";

const definition = defineForm({
  name: "people.rename",
  schema: z.object({ email: z.string(), nickname: z.string(), password: z.string() }),
  fields: {
    email: { kind: "text", label: "form.required" },
    nickname: { kind: "text", label: "navigation.home" },
    password: { kind: "password", label: "form.strength.weak" },
  },
  submit: "form.copied",
  send: ({ email, nickname }, { client }) => client.call(rename, { email, nickname }),
});
const mine = { username: "packer", form: "people.rename", subject: "7" };

const page = openFormPage();

beforeAll(() => {
  globalThis.scrollTo = () => undefined;
});

/** The form on a page of a small application, with another page to leave for. */
async function open(history = createMemoryHistory({ initialEntries: ["/edit"] })) {
  const initial = { email: "a@example.com", nickname: "Marlin" };
  const root = createRootRoute();
  const routes = [
    createRoute({ getParentRoute: () => root, path: "/edit", component: () => <Form of={definition} initial={initial} subject="7" /> }),
    createRoute({ getParentRoute: () => root, path: "/other", component: () => <p>Elsewhere</p> }),
  ];
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  await page.draw(<RouterProvider router={router} />);
  await page.until(() => page.element.querySelector("form") !== null);
  return {
    goTo: (to: string) =>
      act(async () => {
        void router.navigate({ to });
        await new Promise((resolve) => setTimeout(resolve));
      }),
    path: () => router.state.location.pathname,
  };
}

const dialog = () => document.querySelector(".dialog");

describe("unsaved changes", () => {
  test("are restored after a reload, with their time and without the password", async () => {
    await open();
    await page.type("Home", "Heron");
    await page.type("Strength: weak", "Kx7mpq");
    expect(JSON.stringify(localStorage)).not.toContain("Kx7mpq");
    page.reopen();
    await open();
    expect(page.input("Home").value).toBe("Heron");
    expect(page.input("Strength: weak").value).toBe("");
    expect(page.element.textContent).toMatch(/Unsaved changes from \d{1,2}:\d\d.[AP]M restored/u);
  });

  test("are removed when they are discarded", async () => {
    await open();
    await page.type("Home", "Heron");
    page.reopen();
    await open();
    await page.press("Discard changes");
    expect(page.input("Home").value).toBe("Marlin");
    expect(readDraft(mine)).toBeNull();
  });

  test("are removed from storage when they are saved or undone by hand", async () => {
    await open();
    await page.type("Home", "Heron");
    expect(readDraft(mine)?.values).toEqual({ email: "a@example.com", nickname: "Heron" });
    await page.type("Home", "Marlin");
    expect(readDraft(mine)).toBeNull();
    await page.type("Home", "Heron");
    await page.submit();
    await page.until(() => readDraft(mine) === null);
    expect(page.asked.map(({ body }) => body)).toEqual([{ email: "a@example.com", nickname: "Heron" }]);
  });

  test("are kept when saving is refused", async () => {
    page.answer = answerOf("unavailable");
    await open();
    await page.type("Home", "Heron");
    await page.submit();
    await page.until(() => page.element.querySelector(".notice-bad") !== null);
    expect(readDraft(mine)?.values["nickname"]).toBe("Heron");
  });

  test("are dropped when they belong to an older form or cannot be parsed", async () => {
    writeDraft(mine, { at: new Date().toISOString(), values: { nickname: "Heron", birthday: "x" } });
    await open();
    expect(page.input("Home").value).toBe("Marlin");
    page.reopen();
    for (const broken of ["{", '"x"', "null", '{"at":"yesterday","values":{}}', '{"at":"2026-01-01T00:00:00Z","values":null}']) {
      localStorage.setItem("draft.packer.people.rename.7", broken);
      expect(readDraft(mine)).toBeNull();
    }
  });

  test("are removed when their user signs out, and those of other users are kept", () => {
    const draft = { at: new Date().toISOString(), values: { nickname: "Heron" } };
    const others = [
      { ...mine, username: "packer.two" },
      { ...mine, username: "packe" },
    ];
    for (const name of [mine, { ...mine, subject: "8" }, ...others]) writeDraft(name, draft);
    forgetDrafts("packer");
    expect(readDraft(mine)).toBeNull();
    expect(readDraft({ ...mine, subject: "8" })).toBeNull();
    expect(others.map((name) => readDraft(name))).toEqual([draft, draft]);
  });
});

test("a form that is still open after a sign-out stores no draft for any user", async () => {
  const form = <Form of={{ ...definition, name: "people.left" }} initial={{ nickname: "Marlin" }} subject="7" />;
  const root = createRootRoute({ component: () => form });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ["/"] }) });
  await page.draw(<RouterProvider router={router} />);
  await page.until(() => page.element.querySelector("form") !== null);
  await page.type("Home", "Heron");
  expect(readDraft({ ...mine, form: "people.left" })).not.toBeNull();
  forgetDrafts("packer");
  for (const username of ["", "somebody-else"]) {
    page.username = username;
    await page.draw(<RouterProvider router={router} />);
    expect(Object.keys(localStorage).filter((key) => key.startsWith("draft."))).toEqual([]);
  }
});

describe("leaving the page", () => {
  test("does not ask for confirmation when nothing has changed", async () => {
    const { goTo, path } = await open();
    await goTo("/other");
    expect(path()).toBe("/other");
  });

  test("asks for confirmation when something has changed, and staying changes nothing", async () => {
    const { goTo, path } = await open();
    await page.type("Home", "Heron");
    await goTo("/other");
    expect(dialog()?.textContent).toContain("Leave without saving?");
    await page.press("Stay");
    expect(dialog()).toBeNull();
    expect(path()).toBe("/edit");
    expect(page.input("Home").value).toBe("Heron");
  });

  test("keeps the changes as a draft or discards them, as the user chooses", async () => {
    const { goTo, path } = await open();
    await page.type("Home", "Heron");
    await goTo("/other");
    await page.press("Keep as a draft and leave");
    await page.until(() => path() === "/other");
    expect(readDraft(mine)?.values["nickname"]).toBe("Heron");
    page.reopen();
    const again = await open();
    await again.goTo("/other");
    await page.press("Discard and leave");
    await page.until(() => again.path() === "/other");
    expect(readDraft(mine)).toBeNull();
  });

  test("by closing the tab asks for confirmation too, until the changes are saved", async () => {
    globalThis.history.replaceState({}, "", "/edit");
    const history = createBrowserHistory();
    await open(history);
    const isAsked = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
    expect(isAsked()).toBe(false);
    await page.type("Home", "Heron");
    expect(isAsked()).toBe(true);
    await page.submit();
    await page.until(() => readDraft(mine) === null);
    expect(isAsked()).toBe(false);
    history.destroy();
  });
});
