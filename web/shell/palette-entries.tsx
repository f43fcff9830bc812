import type { TFunction } from "i18next";
import { useEffect, useState } from "react";
import type { Area } from "#src/api/actors.ts";
import { useLook } from "#src/appearance/use-look.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { TextKey } from "#src/i18n/text-key.ts";
import { translator } from "#src/i18n/warehouse.ts";
import type { Person } from "#src/session/session.store.ts";
import { later } from "../later.ts";
import { leave } from "../leaving.ts";
import type { ShownEntry } from "../menu.ts";
import { leavesOf, trailTo } from "../menu.ts";
import { mayVisit, placeAt, places } from "../places.ts";
import type { Findable } from "./palette.rules.ts";
import type { Tab } from "./tabs.rules.ts";

/** Something the palette leads to. */
export interface PaletteEntry extends Findable {
  readonly id: string;
  readonly kind: "tab" | "place" | "action" | "record";
  readonly label: string;
  /** distinguishes it from others of the same name */
  readonly detail?: string;
  /** the group that it stands in; "" for none */
  readonly group: string;
  readonly href?: string;
  readonly onChoose?: () => void;
}

interface Target {
  readonly title: TextKey;
  readonly href: string;
  readonly group: TextKey | null;
}

/** The places that somebody may go to: those of the menu with their groups, and those that the menu does not name. */
function targetsOf(area: Area, person: Person, entries: readonly ShownEntry[]): Target[] {
  const inMenu = leavesOf(entries).map(({ title, href }): Target => ({ title, href, group: trailTo(href, entries).at(-2)?.title ?? null }));
  const named = new Set(inMenu.map(({ href }) => href));
  const rest = places.filter(
    (place) =>
      place.area === area &&
      place.isPublic !== true &&
      place.needsShop !== true &&
      !later.includes(place.name) &&
      !named.has(place.path) &&
      mayVisit(place, person.role, person.permissions),
  );
  return [...inMenu, ...rest.map(({ title, path }): Target => ({ title, href: path, group: null }))];
}

/** What gives the texts of the language that is not in sight; null until they have come. */
function useOtherTexts(): TFunction | null {
  const { language } = useLook();
  const [other, setOther] = useState<TFunction | null>(null);
  useEffect(() => {
    let isWanted = true;
    const load = async () => {
      const t = await translator(language === "en_us" ? "zh_cn" : "en_us");
      if (isWanted) setOther(() => t);
    };
    // Without them the palette finds in one language.
    load().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [language]);
  return other;
}

/** The user of the palette, and the entries that it offers. */
export interface PaletteOf {
  readonly area: Area;
  readonly person: Person;
  readonly entries: readonly ShownEntry[];
  readonly tabs: readonly Tab[];
}

/** All that the palette offers: open pages, then places, then deeds; each can be found in both languages. */
export function usePaletteEntries({ area, person, entries, tabs }: PaletteOf): readonly PaletteEntry[] {
  const { t } = useTranslation();
  const other = useOtherTexts();
  const { language, theme, speak, paint } = useLook();
  const wordsOf = (key: TextKey): string[] => (other === null ? [t(key)] : [t(key), other(key)]);
  const opened = tabs.flatMap(({ path, href }): PaletteEntry[] => {
    const title = placeAt(path)?.title;
    return title === undefined ? [] : [{ id: `tab:${path}`, kind: "tab", label: t(title), group: "", words: wordsOf(title), href }];
  });
  const isOpen = new Set(tabs.map(({ path }) => path));
  const reachable = targetsOf(area, person, entries)
    .filter(({ href }) => !isOpen.has(href))
    .map(({ title, href, group }): PaletteEntry => ({
      id: `place:${href}`,
      kind: "place",
      label: t(title),
      group: group === null ? "" : t(group),
      words: wordsOf(title),
      href,
    }));
  const action = (key: TextKey, onChoose: () => void): PaletteEntry => {
    return { id: `action:${key}`, kind: "action", label: t(key), group: "", words: wordsOf(key), onChoose };
  };
  return [
    ...opened,
    ...reachable,
    language === "en_us" ? action("appearance.toChinese", () => speak("zh_cn")) : action("appearance.toEnglish", () => speak("en_us")),
    theme === "darkTheme"
      ? action("appearance.toLight", () => paint("defaultTheme"))
      : action("appearance.toDark", () => paint("darkTheme")),
    action("session.signOut", () => void leave(area)),
  ];
}
