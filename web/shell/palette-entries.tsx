import type { TFunction } from "i18next";
import { useEffect, useState } from "react";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { useSavedAppearance } from "#src/company/appearance/use-saved-appearance.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import { translator } from "../texts/warehouse.ts";
import type { Person } from "#src/kit/session/session.store.ts";
import { later } from "../later.ts";
import { leave } from "../sign-out.ts";
import type { ShownEntry } from "../menu.ts";
import { listLeaves, buildTrailTo } from "../menu.ts";
import { mayVisit, findRoute, appRoutes } from "../app-routes.ts";
import type { Findable } from "./palette.rules.ts";
import type { Tab } from "./tabs.rules.ts";

/** An entry of the palette. */
export interface PaletteEntry extends Findable {
  readonly id: string;
  readonly kind: "tab" | "route" | "action" | "record";
  readonly label: string;
  /** distinguishes it from others of the same name */
  readonly detail?: string;
  /** its group; "" for none */
  readonly group: string;
  readonly href?: string;
  readonly onChoose?: () => void;
}

interface Target {
  readonly title: TextKey;
  readonly href: string;
  readonly group: TextKey | null;
}

/** Returns the routes that a person may open: those of the menu with their groups, then the others. */
function listTargets(area: Area, person: Person, entries: readonly ShownEntry[]): Target[] {
  const inMenu = listLeaves(entries).map(({ title, href }): Target => ({
    title,
    href,
    group: buildTrailTo(href, entries).at(-2)?.title ?? null,
  }));
  const named = new Set(inMenu.map(({ href }) => href));
  const rest = appRoutes.filter(
    (route) =>
      route.area === area &&
      route.isPublic !== true &&
      route.needsShop !== true &&
      !later.includes(route.name) &&
      !named.has(route.path) &&
      mayVisit(route, person.role, person.permissions),
  );
  return [...inMenu, ...rest.map(({ title, path }): Target => ({ title, href: path, group: null }))];
}

/** Returns the translator of the other language; null until it is loaded. */
function useOtherTexts(): TFunction | null {
  const { language } = useSavedAppearance();
  const [other, setOther] = useState<TFunction | null>(null);
  useEffect(() => {
    let isWanted = true;
    const load = async () => {
      const t = await translator(language === "en_us" ? "zh_cn" : "en_us");
      if (isWanted) setOther(() => t);
    };
    // Without it, the palette searches in one language.
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

/** Returns the palette's entries: open tabs, routes, actions; each can be found in both languages. */
export function usePaletteEntries({ area, person, entries, tabs }: PaletteOf): readonly PaletteEntry[] {
  const { t } = useTranslation();
  const other = useOtherTexts();
  const { language, theme, setLanguage: speak, setTheme: paint } = useSavedAppearance();
  const getWords = (key: TextKey): string[] => (other === null ? [t(key)] : [t(key), other(key)]);
  const opened = tabs.flatMap(({ path, href }): PaletteEntry[] => {
    const title = findRoute(path)?.title;
    return title === undefined ? [] : [{ id: `tab:${path}`, kind: "tab", label: t(title), group: "", words: getWords(title), href }];
  });
  const isOpen = new Set(tabs.map(({ path }) => path));
  const reachable = listTargets(area, person, entries)
    .filter(({ href }) => !isOpen.has(href))
    .map(({ title, href, group }): PaletteEntry => ({
      id: `route:${href}`,
      kind: "route",
      label: t(title),
      group: group === null ? "" : t(group),
      words: getWords(title),
      href,
    }));
  const action = (key: TextKey, onChoose: () => void): PaletteEntry => {
    return { id: `action:${key}`, kind: "action", label: t(key), group: "", words: getWords(key), onChoose };
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
