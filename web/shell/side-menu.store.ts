import { create } from "zustand";

interface SideMenuStore {
  /** collapsed to icons */
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

/** The state of the side menu; its width survives a reload. */
export const useSideMenu = create<SideMenuStore>((set, get) => ({
  isCollapsed: isKeptCollapsed(),
  groups: {},
  collapse(isCollapsed) {
    try {
      localStorage.setItem(key, isCollapsed ? "yes" : "no");
    } catch {
      // Lasts until the page is closed.
    }
    set({ isCollapsed });
  },
  turn: (groups) => set({ groups: { ...get().groups, ...groups } }),
}));
