import { create } from "zustand";
import type { Area } from "#src/api/actors.ts";
import type { Tab } from "./tabs.rules.ts";
import { readTabs } from "./tabs.rules.ts";

/** Whose open pages: a role group (supplier's side or retailer's) and a person. */
export interface TabsOwner {
  readonly area: Area;
  readonly username: string;
}

interface TabsStore {
  readonly lists: Readonly<Record<string, readonly Tab[]>>;
  /** keeps what a change makes of somebody's open pages, over a reload too */
  change(owner: TabsOwner, change: (tabs: readonly Tab[]) => readonly Tab[]): void;
}

const none: readonly Tab[] = [];
const keyOf = ({ area, username }: TabsOwner): string => `tabs.${area}.${username}`;

function stored(key: string): readonly Tab[] {
  try {
    return readTabs(localStorage.getItem(key));
  } catch {
    return none;
  }
}

function keep(key: string, tabs: readonly Tab[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(tabs));
  } catch {
    // Full or closed to us: they last as long as the page.
  }
}

/** The open pages by role group and person. They outlive a sign-out: whoever comes back finds them. */
export const useTabs = create<TabsStore>((set, get) => ({
  lists: {},
  change(owner, change) {
    const key = keyOf(owner);
    const before = get().lists[key] ?? stored(key);
    const after = change(before);
    if (after === get().lists[key]) return;
    keep(key, after);
    set({ lists: { ...get().lists, [key]: after } });
  },
}));

/** Somebody's open pages; none until the first was opened. */
export function tabsOf({ lists }: Pick<TabsStore, "lists">, owner: TabsOwner): readonly Tab[] {
  return lists[keyOf(owner)] ?? none;
}
