import { useRouter } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { getOpenDialog } from "#src/kit/ui/open-dialog.ts";
import { useKeyDown } from "#src/kit/ui/use-key-down.ts";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import type { Person } from "#src/kit/session/session.store.ts";
import { mayVisit, findRoute } from "../app-routes.ts";
import { useHere } from "./here.ts";
import type { Tab } from "./tabs.rules.ts";
import { beside, closeAll, closeOthers, closeTab, keepVisitable, getNeighbour, openTab } from "./tabs.rules.ts";
import { listTabs, useTabs } from "./tabs.store.ts";

/** The open tabs of the person in the area, with their operations. */
export interface OpenTabs {
  readonly tabs: readonly Tab[];
  /** the path of the current tab */
  readonly current: string;
  readonly home: string;
  close(path: string): void;
  closeOthers(path: string): void;
  closeAll(): void;
  /** shows the tab to the right (1) or left (-1) */
  step(by: 1 | -1): void;
}

const keys: Readonly<Record<string, (tabs: OpenTabs) => void>> = {
  KeyW: ({ close, current }) => close(current),
  BracketLeft: ({ step }) => step(-1),
  BracketRight: ({ step }) => step(1),
};

/** Alt+W closes the current tab, Alt+[ and Alt+] go to its neighbours; not while a dialog is open. */
function useTabKeys(tabs: OpenTabs): void {
  useKeyDown((event) => {
    const deed = keys[event.code];
    if (!event.altKey || event.ctrlKey || event.metaKey || deed === undefined || getOpenDialog() !== null) return;
    event.preventDefault();
    deed(tabs);
  });
}

/** Opens a tab for each visited route, and returns what the tab bar needs. */
export function useOpenTabs(area: Area, person: Person): OpenTabs {
  const router = useRouter();
  const here = useHere();
  const home = `/${area}/home`;
  const { username, role, permissions } = person;
  const owner = useMemo(() => ({ area, username }), [area, username]);
  const tabs = useTabs((store) => listTabs(store, owner));
  const change = useTabs((store) => store.change);
  const current = findRoute(here.pathname)?.path ?? here.pathname;

  useEffect(() => {
    const may = (path: string) => {
      const route = findRoute(path);
      return route?.area === area && route.isPublic !== true && mayVisit(route, role, permissions);
    };
    const opened: Tab = { path: current, href: here.href, seenAt: Date.now() };
    change(owner, (before) => {
      const kept = keepVisitable(before, may, home);
      return may(current) ? openTab(kept, opened, home) : kept;
    });
  }, [owner, area, role, permissions, home, current, here.href, change]);

  /** Navigates, and continues only if that succeeds: a form with unsaved changes may block it. */
  async function goThen(tab: Tab | null, then: () => void): Promise<void> {
    if (tab === null) return;
    await router.navigate({ href: tab.href });
    if (router.state.location.pathname === tab.path) then();
  }

  const found = (path: string) => tabs.find((tab) => tab.path === path) ?? null;
  const open: OpenTabs = {
    tabs,
    current,
    home,
    close(path) {
      const closed = () => change(owner, (before) => closeTab(before, path, home));
      if (path === home) return;
      if (path === current) void goThen(getNeighbour(tabs, path), closed);
      else closed();
    },
    closeOthers(path) {
      const closed = () => change(owner, (before) => closeOthers(before, path, home));
      if (path === current || current === home) closed();
      else void goThen(found(path), closed);
    },
    closeAll() {
      const closed = () => change(owner, (before) => closeAll(before, home));
      if (current === home) closed();
      else void goThen(found(home), closed);
    },
    step(by) {
      void goThen(beside(tabs, current, by), () => undefined);
    },
  };
  useTabKeys(open);
  return open;
}
