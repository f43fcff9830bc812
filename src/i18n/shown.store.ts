import type { TFunction } from "i18next";
import { create } from "zustand";

/** What gives a text by its key. */
export type Translate = TFunction;

/** The language in which this page is drawn: its texts and its BCP 47 tag. */
interface Shown {
  t: TFunction;
  locale: string;
}

const useShown = create<Shown>(() => ({
  t: (() => "") as unknown as TFunction,
  locale: "en-US",
}));

/** Draws the page anew in another language. Called before the first drawing, and on a switch. */
export function showTexts(shown: Shown): void {
  useShown.setState(shown);
}

/** The texts and the tag of the language in sight; a component that uses it is drawn again on a switch. */
export function useTranslation(): Shown {
  return useShown();
}
