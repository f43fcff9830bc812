import { create } from "zustand";
import type { TextKey } from "#src/i18n/text-key.ts";

/** A place that somebody may go to. */
export interface PlaceLinkTo {
  readonly href: string;
  readonly title: TextKey;
}

interface Links {
  readonly links: readonly PlaceLinkTo[];
  setLinks(links: readonly PlaceLinkTo[]): void;
}

/** The places of the menu that the person in sight may visit, filled by whoever draws the menu; empty where nobody has. */
export const useLinks = create<Links>((set) => ({
  links: [],
  setLinks: (links) => set({ links }),
}));
