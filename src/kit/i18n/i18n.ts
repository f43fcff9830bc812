import type { TFunction } from "i18next";
import type { Language } from "#src/kit/lib/languages.ts";
import { languages, locales } from "#src/kit/lib/languages.ts";
import { showTexts } from "./translation.store.ts";

/** How a product's texts are loaded, a language at a time: a page in English does not read the Chinese catalogue. */
export type Catalogues = Readonly<Record<Language, () => Promise<object>>>;

/** What a product does with its texts. */
export interface Texts {
  /**
   * Makes a language that of this page: loads its texts and has React draw again.
   * @param isWanted asked when the texts have come: a newer wish may stand instead
   */
  showLanguage(language: Language, isWanted?: () => boolean): Promise<void>;
  /** The texts of a language without React: for the background and for files. */
  translator(language: Language): Promise<TFunction>;
  /** Loads the rest of the texts, of the language in sight now and of each that is shown later. Once is enough. */
  loadRest(): Promise<void>;
  /** Adds texts that no catalogue has: those of a page for developers. */
  addTexts(texts: Readonly<Record<Language, object>>): void;
}

/** A language's texts, to which the rest is added when it has come, and what translates by them. */
interface Known {
  readonly texts: Record<string, unknown>;
  readonly t: TFunction;
  readonly loads: Map<() => Promise<object>, Promise<void>>;
}

/**
 * The texts of one product; a page loads those of one product alone.
 * @param makeTranslate what translates by a language's texts: i18next, or our own thirty lines where a page has no room for it
 * @param rest what the product's first screens do not need, slice by slice apart from the first ones
 */
export function createTexts(catalogues: Catalogues, makeTranslate: (texts: object, locale: string) => TFunction, rest?: Catalogues): Texts {
  let shown: Language | null = null;
  let needsRest = false;
  const known = new Map<Language, Known>();

  function getKnown(language: Language): Known {
    const found = known.get(language);
    if (found !== undefined) return found;
    const texts = {};
    const made: Known = { texts, t: makeTranslate(texts, locales[language]), loads: new Map() };
    known.set(language, made);
    return made;
  }

  /** Each catalogue is loaded once; one that did not come is asked for again. */
  async function add({ texts, loads }: Known, load: () => Promise<object>): Promise<void> {
    const added = loads.get(load) ?? load().then((more) => void Object.assign(texts, more));
    loads.set(load, added);
    try {
      await added;
    } catch (error) {
      loads.delete(load);
      throw error;
    }
  }

  async function translator(language: Language): Promise<TFunction> {
    const one = getKnown(language);
    await Promise.all([add(one, catalogues[language]), needsRest && rest !== undefined ? add(one, rest[language]) : undefined]);
    return one.t;
  }

  return {
    translator,
    async loadRest() {
      needsRest = true;
      if (shown !== null) await translator(shown);
    },
    addTexts(texts) {
      for (const language of languages) Object.assign(getKnown(language).texts, texts[language]);
    },
    async showLanguage(language, isWanted = () => true) {
      const t = await translator(language);
      if (!isWanted()) return;
      shown = language;
      showTexts({ t, locale: locales[language] });
    },
  };
}
