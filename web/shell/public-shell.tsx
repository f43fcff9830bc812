import "./area-frame.css";
import "./public-shell.css";
import { Outlet, useRouterState, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Area } from "#src/api/actors.ts";
import { areas } from "#src/api/actors.ts";
import { CallerContext } from "#src/api/caller.tsx";
import { useAppearance } from "#src/appearance/appearance.store.ts";
import { LanguageSwitch } from "#src/appearance/language-switch.tsx";
import { ThemeSwitch } from "#src/appearance/theme-switch.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { publicHref } from "#src/public-pages/public-pages.rules.ts";
import { areaOf } from "#src/session/session.rules.ts";
import { useSessions } from "#src/session/session.store.ts";
import { Mark } from "#src/ui/mark.tsx";
import { useMedia } from "#src/ui/use-media.ts";
import { isHomepage } from "../site.ts";
import { areaShells } from "./area-shells.tsx";
import { publicCaller } from "./caller-of.ts";
import { useHere } from "./here.ts";
import { Main, SkipLink } from "./main-part.tsx";
import { PlaceLink } from "./place-link.tsx";
import { SiteMark, useSiteTitle } from "./site-mark.tsx";

/** Pages that are one form: they stand beside the brand, in the middle. Sign-up asks for more and is wider. */
const doors: Readonly<Record<string, "is-door" | "is-door is-wide-door">> = {
  "/p/login": "is-door",
  "/ds/login": "is-door",
  "/p/turn-the-table": "is-door",
  "/ds/turn-the-table": "is-door",
  "/ds/erp-login": "is-door",
  "/ds/thirdpart-success-redirect": "is-door",
  "/ds/third-part-key-information": "is-door is-wide-door",
  "/signup": "is-door is-wide-door",
};

/** Whose pages these are, and the way back: to the area of whoever is signed in, else to the beginning. */
function Brand() {
  const title = useSiteTitle();
  const area = useSessions(({ sessions }) => areas.find((one) => sessions[one] !== null));
  return (
    <PlaceLink className="area-mark" href={area === undefined || isHomepage() ? "/" : `/${area}/home`}>
      <SiteMark size={28} />
      <span>{title}</span>
    </PlaceLink>
  );
}

/** The area that a page was not found in, while somebody is signed in there; null for every other page. */
function useAreaOfNotFound(): Area | null {
  const { pathname } = useHere();
  const search: { area?: unknown } = useSearch({ strict: false });
  const people = useSessions((store) => store.people);
  const area = areas.find((one) => one === search.area) ?? null;
  return pathname === "/404" && area !== null && people[area] !== null ? area : null;
}

/** The frame around public places. A page that was not found in an area has that area's frame, so that menu and open pages stay. */
export function PublicShell() {
  const area = useAreaOfNotFound();
  if (area === null) return <PublicFrame />;
  const Shell = areaShells[area];
  return <Shell />;
}

/** The frame around logins, sign-up, policies and the not-found page. */
function PublicFrame() {
  const { t } = useTranslation();
  const { pathname } = useHere();
  const language = useAppearance((store) => store.language);
  const isNarrow = useMedia("(max-width: 900px)");
  const sessions = useSessions((store) => store.sessions);
  const caller = useMemo(() => publicCaller(areaOf(pathname), pathname, sessions), [pathname, sessions]);
  const door = doors[pathname];
  // Each screen has a card of its own, which does not grow out of the previous one.
  const screen = useRouterState({ select: ({ matches }): string => matches.at(-1)?.routeId ?? "" });
  const hasPanel = door !== undefined && !isNarrow;
  return (
    <CallerContext value={caller}>
      <div className="public">
        <SkipLink />
        {hasPanel && (
          <aside className="public-brand">
            <Brand />
            <p className="public-promise">{t("places.shell.promise")}</p>
            <span className="public-brand-back">
              <Mark size={520} />
            </span>
          </aside>
        )}
        <div className="public-page">
          <header className={`public-header ${door === undefined ? "is-page" : ""}`}>
            {!hasPanel && <Brand />}
            <div className="area-tools">
              <LanguageSwitch />
              <ThemeSwitch />
            </div>
          </header>
          <Main className={`public-main ${door ?? "is-page"}`}>
            {door === undefined ? (
              <Outlet />
            ) : (
              <div key={screen} className="public-card">
                <Outlet />
              </div>
            )}
          </Main>
          <footer className="public-footer">
            <PlaceLink href={publicHref("private-policy", language)}>{t("places.privatePolicy")}</PlaceLink>
          </footer>
        </div>
      </div>
    </CallerContext>
  );
}
