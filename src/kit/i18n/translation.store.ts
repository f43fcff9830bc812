import type { TFunction } from "i18next";
import { create } from "zustand";

/** Returns a text by its key. */
export type Translate = TFunction;

/** The language of the page: its texts and its BCP 47 tag. */
interface Shown {
  t: TFunction;
  locale: string;
}

const useShown = create<Shown>(() => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TFunction is branded: only i18next can make one
  t: (() => "") as unknown as TFunction,
  locale: "en-US",
}));

/** Switches the page to a language; also called before the first rendering. */
export function showTexts(shown: Shown): void {
  useShown.setState(shown);
}

/** Returns the texts and tag of the page's language; rerenders on a switch. */
export function useTranslation(): Shown {
  return useShown();
}
