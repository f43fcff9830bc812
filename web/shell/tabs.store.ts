import { create } from "zustand";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import type { Tab } from "./tabs.rules.ts";
import { readTabs } from "./tabs.rules.ts";

/** The owner of open tabs: a role group (supplier's side or retailer's) and a person. */
export interface TabsOwner {
  readonly area: Area;
  readonly username: string;
}

interface TabsStore {
  readonly lists: Readonly<Record<string, readonly Tab[]>>;
  /** changes a person's open tabs and stores them */
  change(owner: TabsOwner, change: (tabs: readonly Tab[]) => readonly Tab[]): void;
}

const none: readonly Tab[] = [];
const getKey = ({ area, username }: TabsOwner): string => `tabs.${area}.${username}`;

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
    // Storage is full or unavailable: they last as long as the page.
  }
}

/** The open tabs by role group and person. They survive a sign-out. */
export const useTabs = create<TabsStore>((set, get) => ({
  lists: {},
  change(owner, change) {
    const key = getKey(owner);
    const before = get().lists[key] ?? stored(key);
    const after = change(before);
    if (after === get().lists[key]) return;
    keep(key, after);
    set({ lists: { ...get().lists, [key]: after } });
  },
}));

/** Returns a person's open tabs; empty until the first is opened. */
export function listTabs({ lists }: Pick<TabsStore, "lists">, owner: TabsOwner): readonly Tab[] {
  return lists[getKey(owner)] ?? none;
}
