import { create } from "zustand";

interface SideMenuStore {
  /** shown as icons alone */
  readonly isCollapsed: boolean;
  /** groups that somebody opened or closed, by id */
  readonly groups: Readonly<Record<string, boolean>>;
  collapse(isCollapsed: boolean): void;
  /** opens or closes groups */
  turn(groups: Readonly<Record<string, boolean>>): void;
}

const key = "menu.collapsed";

function isKeptCollapsed(): boolean {
  try {
    return localStorage.getItem(key) === "yes";
  } catch {
    return false;
  }
}

/** How the menu at the side stands: its width is kept over a reload. */
export const useSideMenu = create<SideMenuStore>((set, get) => ({
  isCollapsed: isKeptCollapsed(),
  groups: {},
  collapse(isCollapsed) {
    try {
      localStorage.setItem(key, isCollapsed ? "yes" : "no");
    } catch {
      // It holds as long as the page.
    }
    set({ isCollapsed });
  },
  turn: (groups) => set({ groups: { ...get().groups, ...groups } }),
}));
