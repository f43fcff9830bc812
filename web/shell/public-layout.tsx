import "./area-layout.css";
import "./public-layout.css";
import { Outlet, useRouterState, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { areas } from "#src/kit/api/roles-and-permissions.ts";
import { CallerContext } from "#src/kit/api/call-hooks.tsx";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { LanguageSwitch } from "#src/company/appearance/language-switch.tsx";
import { ThemeSwitch } from "#src/company/appearance/theme-switch.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { getPublicHref } from "#src/pro/public-frame/public-pages.rules.ts";
import { findArea } from "#src/kit/session/session.rules.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { Mark } from "#src/kit/ui/mark.tsx";
import { useMedia } from "#src/kit/ui/use-media.ts";
import { isHomepage } from "../site.ts";
import { lazyAreaLayouts } from "./lazy-area-layouts.tsx";
import { createPublicCaller } from "./area-caller.ts";
import { useHere } from "./here.ts";
import { Main, SkipLink } from "./main-content.tsx";
import { AppLink } from "./app-link.tsx";
import { SiteMark, useSiteTitle } from "./site-mark.tsx";

/** Pages that consist of one form, shown beside the brand. Sign-up has more fields and is wider. */
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

/** The brand, linked to the home of the person signed in, else to the start page. */
function Brand() {
  const title = useSiteTitle();
  const area = useSessions(({ sessions }) => areas.find((one) => sessions[one] !== null));
  return (
    <AppLink className="area-mark" href={area === undefined || isHomepage() ? "/" : `/${area}/home`}>
      <SiteMark size={28} />
      <span>{title}</span>
    </AppLink>
  );
}

/** Returns the area in which a page was not found, if somebody is signed in there; null for every other page. */
function useAreaOfNotFound(): Area | null {
  const { pathname } = useHere();
  const search = useSearch({ strict: false });
  const people = useSessions((store) => store.people);
  const area = areas.find((one) => one === search.area) ?? null;
  return pathname === "/404" && area !== null && people[area] !== null ? area : null;
}

/** The layout of public routes. A page not found in an area keeps that area's layout with its menu and tabs. */
export function PublicLayout() {
  const area = useAreaOfNotFound();
  if (area === null) return <PublicFrame />;
  const Layout = lazyAreaLayouts[area];
  return <Layout />;
}

/** The frame around logins, sign-up, policies and the not-found page. */
function PublicFrame() {
  const { t } = useTranslation();
  const { pathname } = useHere();
  const language = useAppearance((store) => store.language);
  const isNarrow = useMedia("(max-width: 900px)");
  const sessions = useSessions((store) => store.sessions);
  const caller = useMemo(() => createPublicCaller(findArea(pathname), pathname, sessions), [pathname, sessions]);
  const door = doors[pathname];
  // Each screen has its own card, so that the previous one is not reused and animated.
  const screen = useRouterState({ select: ({ matches }): string => matches.at(-1)?.routeId ?? "" });
  const hasPanel = door !== undefined && !isNarrow;
  return (
    <CallerContext value={caller}>
      <div className="public">
        <SkipLink />
        {hasPanel && (
          <aside className="public-brand">
            <Brand />
            <p className="public-promise">{t("navigation.shell.promise")}</p>
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
            <AppLink href={getPublicHref("private-policy", language)}>{t("navigation.privatePolicy")}</AppLink>
          </footer>
        </div>
      </div>
    </CallerContext>
  );
}
