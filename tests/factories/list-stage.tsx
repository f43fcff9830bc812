import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import type { Root } from "react-dom/client";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, vi } from "vitest";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { CallerContext } from "#src/kit/api/call-hooks.tsx";
import { loadRest, showLanguage } from "#web/texts/warehouse.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import type { ListDefinition } from "#src/kit/ui/list/list-definition.ts";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { loadKit } from "./kit.ts";
import type { ListServer } from "./list-server.ts";
import { listItems, startListServer } from "./list-server.ts";

interface ListStage {
  server: ListServer;
  queries: QueryClient;
  root: Root;
  page: HTMLElement;
  address: () => string;
}

/** What a list's tests use, new for each test. */
export const stage = {} as ListStage;

/** A list of the items without actions. */
export const itemsList = {
  name: "items.list",
  call: listItems,
  title: "list.columns.title",
  rowKey: ({ number }) => String(number),
  cardTitle: "name",
  columns: [
    { id: "name", title: "list.views.name", text: ({ name }) => name },
    { id: "number", title: "list.batch.id", text: ({ number }) => String(number), align: "end", sort: "number" },
  ],
  filters: [
    { field: "name", label: "list.views.name", kind: "text" },
    {
      field: "half",
      label: "list.sort.label",
      kind: "choice",
      options: [
        { value: "even", text: "list.density.dense" },
        { value: "odd", text: "list.density.comfortable" },
      ],
    },
  ],
  picture: ({ number }) => (number === 1 ? <img alt="" src="data:," /> : null),
  empty: { text: "list.views.empty", action: "add" },
} satisfies ListDefinition<typeof listItems>;

/** Opens a list at an address. */
export function openList(definition: ListDefinition<typeof listItems>, path = "/items"): void {
  const rootRoute = createRootRoute();
  const items = createRoute({ getParentRoute: () => rootRoute, path: "/items", component: () => <List of={definition} /> });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: rootRoute.addChildren([items]), history });
  const scope = { username: "ann", providerUuid: "p" };
  const { client } = stage.server;
  const caller: Caller = { area: "p", client, scope, role: "provider", permissions: [], isReadOnly: false };
  stage.address = () => history.location.href;
  stage.root.render(
    <QueryClientProvider client={stage.queries}>
      <CallerContext value={caller}>
        <RouterProvider router={router} />
      </CallerContext>
    </QueryClientProvider>,
  );
}

/** Creates the stage before each test of a file, and clears it afterwards. */
export function useListStage(): void {
  beforeEach(async () => {
    // What jsdom lacks: page scrolling and a wide screen.
    vi.stubGlobal("scrollTo", () => undefined);
    vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
    localStorage.clear();
    useToasts.setState({ toasts: [] });
    await Promise.all([loadRest(), loadKit()]);
    await showLanguage("en_us");
    stage.server = await startListServer(250);
    stage.page = document.body.appendChild(document.createElement("div"));
    stage.root = createRoot(stage.page);
    stage.queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });
  });
  afterEach(async () => {
    stage.root.unmount();
    stage.queries.clear();
    stage.page.remove();
    vi.unstubAllGlobals();
    await stage.server.close();
  });
}

/** Waits for an expectation. */
export const see = (look: () => void) => vi.waitFor(look, { timeout: 60_000, interval: 10 });

/** Does something and lets React render. */
export async function act(work: () => unknown): Promise<void> {
  await work();
  await new Promise((resolve) => setTimeout(resolve, 0));
}

export const rows = () => [...stage.page.querySelectorAll<HTMLElement>("[role=row][id]")];
export const seenNames = () => rows().map((row) => row.querySelectorAll("[role=gridcell]")[1]?.textContent);
export const buttonOf = (text: string) => [...document.querySelectorAll("button")].findLast((one) => one.textContent.trim() === text);
export const press = (text: string) => act(() => buttonOf(text)?.click());
export const entries = () => [...document.querySelectorAll<HTMLElement>('[role="menuitem"], [role="menuitemradio"]')];
/** Opens a menu and chooses the entry that starts with a text. */
export async function pick(menu: string, entry: string): Promise<void> {
  await press(menu);
  const found = () => entries().find(({ textContent }) => textContent.startsWith(entry));
  await see(() => expect(found()).toBeDefined());
  await act(() => found()?.click());
}
export const choose = (...indexes: number[]) =>
  act(() => indexes.forEach((index) => stage.page.querySelector<HTMLElement>(`[data-index="${index}"] input`)?.click()));
export const key = (target: EventTarget, init: KeyboardEventInit) =>
  act(() => target.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init })));
export const grid = () => stage.page.querySelector<HTMLElement>("[role=grid]") ?? document.body;
export const toasts = () => useToasts.getState().toasts.map(({ text }) => text);
export const count = () => stage.page.querySelector(".list-count")?.textContent;
