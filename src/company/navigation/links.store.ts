import { create } from "zustand";
import type { TextKey } from "#src/kit/i18n/text-key.ts";

/** A page that the user may visit. */
export interface PageLink {
  readonly href: string;
  readonly title: TextKey;
}

interface Links {
  readonly links: readonly PageLink[];
  setLinks(links: readonly PageLink[]): void;
}

/** The menu's pages that the current user may visit, filled by the menu; empty without a menu. */
export const useLinks = create<Links>((set) => ({
  links: [],
  setLinks: (links) => set({ links }),
}));
