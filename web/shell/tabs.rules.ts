/** An open tab: its path, and its full address, which restores the filters. */
export interface Tab {
  readonly path: string;
  readonly href: string;
  /** when it was last shown, in ms since 1970 */
  readonly seenAt: number;
}

/** The most open tabs. */
export const mostTabs = 20;

/** The tab that is always open. */
export function isPinned({ path }: Pick<Tab, "path">, home: string): boolean {
  return path === home;
}

/** Returns the tabs with the home tab first. */
function withHome(tabs: readonly Tab[], home: string): readonly Tab[] {
  return tabs.some(({ path }) => path === home) ? tabs : [{ path: home, href: home, seenAt: 0 }, ...tabs];
}

/** Opens a tab or updates the open one; past the limit it closes the least recently shown. */
export function openTab(tabs: readonly Tab[], opened: Tab, home: string): readonly Tab[] {
  const isOpen = tabs.some(({ path }) => path === opened.path);
  const next = withHome(isOpen ? tabs.map((tab) => (tab.path === opened.path ? opened : tab)) : [...tabs, opened], home);
  if (next.length <= mostTabs) return next;
  const droppable = next.filter((tab) => !isPinned(tab, home) && tab.path !== opened.path);
  const oldest = droppable.reduce<Tab | null>((least, tab) => (least === null || tab.seenAt < least.seenAt ? tab : least), null);
  return next.filter((tab) => tab !== oldest);
}

/** Closes a tab; the home tab stays. */
export function closeTab(tabs: readonly Tab[], path: string, home: string): readonly Tab[] {
  return path === home ? tabs : tabs.filter((tab) => tab.path !== path);
}

/** Closes all tabs but one and the home tab. */
export function closeOthers(tabs: readonly Tab[], path: string, home: string): readonly Tab[] {
  return tabs.filter((tab) => tab.path === path || isPinned(tab, home));
}

/** Closes all tabs but the home tab. */
export function closeAll(tabs: readonly Tab[], home: string): readonly Tab[] {
  return tabs.filter((tab) => isPinned(tab, home));
}

/** Returns the tab to show after closing one: its right neighbour, else its left one. */
export function getNeighbour(tabs: readonly Tab[], path: string): Tab | null {
  const at = tabs.findIndex((tab) => tab.path === path);
  return at < 0 ? null : (tabs[at + 1] ?? tabs[at - 1] ?? null);
}

/** Returns the tab to the right (1) or left (-1), wrapping around. */
export function beside(tabs: readonly Tab[], path: string, step: 1 | -1): Tab | null {
  const at = tabs.findIndex((tab) => tab.path === path);
  return at < 0 ? null : (tabs.at((at + step) % tabs.length) ?? null);
}

/** Removes tabs that a person may no longer open; the home tab stays. */
export function keepVisitable(tabs: readonly Tab[], mayVisit: (path: string) => boolean, home: string): readonly Tab[] {
  return withHome(
    tabs.filter(({ path }) => mayVisit(path)),
    home,
  );
}

/** Parses stored tabs. Invalid data gives no tabs; an address that does not match its path is ignored. */
export function readTabs(stored: string | null): readonly Tab[] {
  try {
    const list: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(list) ? list.filter(isTab).slice(0, mostTabs) : [];
  } catch {
    return [];
  }
}

function isTab(one: Partial<Tab> | null): one is Tab {
  if (typeof one?.path !== "string" || typeof one.href !== "string" || typeof one.seenAt !== "number") return false;
  return one.href.split(/[?#]/, 1)[0] === one.path;
}
