/** An open page: where it stands, and its whole address, so that filters come back with it. */
export interface Tab {
  readonly path: string;
  readonly href: string;
  /** when it was last looked at, in ms since 1970 */
  readonly seenAt: number;
}

/** Most open pages at once. */
export const mostTabs = 20;

/** A page that is always there and cannot be closed. */
export function isPinned({ path }: Pick<Tab, "path">, home: string): boolean {
  return path === home;
}

/** The tabs with the home page among them, as the first. */
function withHome(tabs: readonly Tab[], home: string): readonly Tab[] {
  return tabs.some(({ path }) => path === home) ? tabs : [{ path: home, href: home, seenAt: 0 }, ...tabs];
}

/** Opens a page, or goes on where it was open before; past twenty the one that was not looked at for longest goes. */
export function openTab(tabs: readonly Tab[], opened: Tab, home: string): readonly Tab[] {
  const isOpen = tabs.some(({ path }) => path === opened.path);
  const next = withHome(isOpen ? tabs.map((tab) => (tab.path === opened.path ? opened : tab)) : [...tabs, opened], home);
  if (next.length <= mostTabs) return next;
  const droppable = next.filter((tab) => !isPinned(tab, home) && tab.path !== opened.path);
  const oldest = droppable.reduce<Tab | null>((least, tab) => (least === null || tab.seenAt < least.seenAt ? tab : least), null);
  return next.filter((tab) => tab !== oldest);
}

/** Closes a page; the home page stays. */
export function closeTab(tabs: readonly Tab[], path: string, home: string): readonly Tab[] {
  return path === home ? tabs : tabs.filter((tab) => tab.path !== path);
}

/** Closes all but one page and the home page. */
export function closeOthers(tabs: readonly Tab[], path: string, home: string): readonly Tab[] {
  return tabs.filter((tab) => tab.path === path || isPinned(tab, home));
}

/** Closes all but the home page. */
export function closeAll(tabs: readonly Tab[], home: string): readonly Tab[] {
  return tabs.filter((tab) => isPinned(tab, home));
}

/** Where closing a page leads: to the one on its right, else on its left. */
export function neighbourOf(tabs: readonly Tab[], path: string): Tab | null {
  const at = tabs.findIndex((tab) => tab.path === path);
  return at < 0 ? null : (tabs[at + 1] ?? tabs[at - 1] ?? null);
}

/** The page a step to the right (1) or left (-1); past the end it begins anew. */
export function beside(tabs: readonly Tab[], path: string, step: 1 | -1): Tab | null {
  const at = tabs.findIndex((tab) => tab.path === path);
  return at < 0 ? null : (tabs.at((at + step) % tabs.length) ?? null);
}

/** Drops what somebody may not visit any more; the home page is there in any case. */
export function keepVisitable(tabs: readonly Tab[], mayVisit: (path: string) => boolean, home: string): readonly Tab[] {
  return withHome(
    tabs.filter(({ path }) => mayVisit(path)),
    home,
  );
}

/** Reads what was kept. Whatever is no list of open pages is none; an address outside of its own page is not taken. */
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
