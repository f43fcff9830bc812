import "./area-layout.css";
import { Outlet } from "@tanstack/react-router";
import { Suspense, useEffect, useMemo, useState } from "react";
import { CallerContext } from "#src/kit/api/call-hooks.tsx";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { LanguageSwitch } from "#src/company/appearance/language-switch.tsx";
import { ThemeSwitch } from "#src/company/appearance/theme-switch.tsx";
import { useLinks } from "#src/company/navigation/links.store.ts";
import type { Person } from "#src/kit/session/session.store.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { useMedia } from "#src/kit/ui/use-media.ts";
import { listLeaves, buildMenu, buildTrailHere } from "../menu.ts";
import { findRoute } from "../app-routes.ts";
import { openConnection } from "../connection.ts";
import { getAreaCaller } from "./area-caller.ts";
import { AreaHeader } from "./area-header.tsx";
import { ConnectionBanner } from "./connection-state.tsx";
import { useHere } from "./here.ts";
import { Main, SkipLink } from "./main-content.tsx";
import { useOpenTabs } from "./open-tabs.ts";
import { SideMenu } from "./side-menu.tsx";
import { Sidebar } from "./sidebar.tsx";
import { SiteMark, useSiteTitle } from "./site-mark.tsx";
import { SupplierSwitch } from "./supplier-switch.tsx";
import { SupportSessionBanner } from "./support-session-banner.tsx";
import { TabBar } from "./tab-bar.tsx";
import type { Step } from "./breadcrumbs.tsx";
import { getOpenDialog } from "#src/kit/ui/open-dialog.ts";
import { useKeyDown } from "#src/kit/ui/use-key-down.ts";

// It imports the schemas of all that it searches, so it is loaded when first opened.
const Palette = lazyPart(async () => (await import("./palette.tsx")).Palette);

// On a hand-held it is loaded on the first press of its button.
const MenuSheet = lazyPart(async () => (await import("./menu-sheet.tsx")).MenuSheet);

/** Below this width the menu is a sheet. */
const narrow = "(max-width: 900px)";

/** Returns the menu and breadcrumbs of the person in an area. */
function useMenu(area: Area, person: Person) {
  const { role, permissions } = person;
  const hasShops = useSessions(({ sessions }) => (sessions[area]?.shops.length ?? 0) > 0);
  const entries = useMemo(() => buildMenu({ area, role, permissions, hasShops }), [area, role, permissions, hasShops]);
  const setLinks = useLinks(({ setLinks: set }) => set);
  useEffect(() => {
    setLinks(listLeaves(entries).map(({ href: to, title }) => ({ href: to, title })));
  }, [entries, setLinks]);
  const { pathname, href } = useHere();
  const trail = useMemo(() => buildTrailHere({ pathname, href }, entries), [pathname, href, entries]);
  const home: Step = { id: "home", title: "navigation.home", href: `/${area}/home` };
  const route = findRoute(pathname);
  const last: readonly Step[] = trail.length > 0 || route === null ? trail : [{ id: route.name, title: route.title, href: route.path }];
  return { entries, trail, steps: last[0]?.id === "home" ? last : [home, ...last] };
}

/** Ctrl+K or Command+K toggles the palette, except while another dialog is open. */
function usePaletteKey(turn: () => void): void {
  useKeyDown((event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const dialog = getOpenDialog();
    if (dialog !== null && !dialog.matches(".palette")) return;
    event.preventDefault();
    turn();
  });
}

/** What surrounds every route of an area: menu, header, open tabs, banners and palette. */
function Frame({ area, person }: { area: Area; person: Person }) {
  const isNarrow = useMedia(narrow);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const { entries, trail, steps } = useMenu(area, person);
  const open = useOpenTabs(area, person);
  const title = useSiteTitle();
  const { t } = useTranslation();
  usePaletteKey(() => setPaletteOpen(!isPaletteOpen));
  const isRetailer = person.role === "dropShipper";
  return (
    <div className="area">
      <SkipLink />
      {!isNarrow && <Sidebar home={open.home} entries={entries} trail={trail} />}
      <div className="area-page">
        <div className="area-top">
          <AreaHeader
            area={area}
            person={person}
            steps={steps}
            isNarrow={isNarrow}
            onMenu={() => setSheetOpen(true)}
            onPalette={() => setPaletteOpen(true)}
          />
          <TabBar open={open} />
          {person.isReadOnly && <SupportSessionBanner area={area} />}
          <ConnectionBanner />
        </div>
        <Main>
          {/* A part of a screen that is still loading, and has no place of its own to wait in, hides the screen and not the menu. */}
          <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
            <Outlet key={`${person.username} ${person.providerUuid}`} />
          </Suspense>
        </Main>
      </div>
      {isNarrow && isSheetOpen && (
        <Suspense fallback={null}>
          <MenuSheet
            onClose={() => setSheetOpen(false)}
            head={
              <span className="area-mark">
                <SiteMark size={20} />
                <span className="clip-1">{title}</span>
              </span>
            }
            foot={
              <>
                <LanguageSwitch />
                <ThemeSwitch />
                {isRetailer && <SupplierSwitch person={person} />}
              </>
            }
          >
            <SideMenu entries={entries} trail={trail} />
          </MenuSheet>
        </Suspense>
      )}
      {isPaletteOpen && (
        <Suspense fallback={null}>
          <Palette area={area} person={person} entries={entries} tabs={open.tabs} onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** The layout of an area: provides its caller, opens its connection to the server's events, and draws the frame around its routes. */
export function AreaLayout({ area }: { area: Area }) {
  const person = useSessions(({ people }) => people[area]);
  const caller = useMemo(() => (person === null ? null : getAreaCaller(area, person)), [area, person]);
  const username = person?.username ?? null;
  useEffect(() => (username === null ? undefined : openConnection(area)), [area, username]);
  // The person has just signed out: the guard is about to redirect.
  if (caller === null || person === null) return null;
  return (
    <CallerContext value={caller}>
      <Frame area={area} person={person} />
    </CallerContext>
  );
}
