import "./home.css";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useCaller } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { useLinks } from "#src/places/links.store.ts";
import { useSessions } from "#src/session/session.store.ts";
import { buttonClass } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { homeLinks, partOfDay } from "./home.rules.ts";
import { NoRights } from "./no-rights.tsx";
import { ToDo } from "./to-do.tsx";

/** What a site administrator is here for. */
function ForSiteAdmin() {
  const { t } = useTranslation();
  return (
    <Notice tone="normal" title={t("home.siteAdmin.title")}>
      <p>{t("home.siteAdmin.text")}</p>
      <div className="row">
        {/* Loaded anew: its content policy allows the icons of all sites. */}
        <Link to="/tools/config" reloadDocument className={buttonClass({ tone: "primary" })}>
          {t("home.siteAdmin.go")}
        </Link>
      </div>
    </Notice>
  );
}

function QuickLinks() {
  const { t } = useTranslation();
  const { area, role, permissions } = useCaller();
  const ofMenu = useLinks(({ links }) => links);
  if (area === null || role === null) return null;
  return (
    <nav className="stack" aria-labelledby="home-links-title">
      <h2 id="home-links-title">{t("home.links.title")}</h2>
      <ul className="home-links">
        {homeLinks({ area, role, permissions }, ofMenu).map(({ href, title }) => (
          <li key={href}>
            <Link to={href} className="home-link">
              {t(title)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Where somebody begins: a greeting, what there is to do now, and the ways on. */
export function HomeScreen() {
  const { t } = useTranslation();
  const { area, role, permissions, scope } = useCaller();
  const person = useSessions(({ people }) => (area === null ? null : people[area]));
  // Of when the page was opened: nobody is greeted anew in the midst of it.
  const [part] = useState(() => partOfDay(new Date().getHours()));
  const name = person?.displayName || scope.username;
  const works = role === "provider" || role === "operator" || role === "dropShipper";
  return (
    <div className="home stack">
      <h1>{t(`home.greeting.${part}`, { name })}</h1>
      {role === "operator" && permissions.length === 0 && <NoRights />}
      {role === "siteAdmin" && <ForSiteAdmin />}
      {works && <ToDo />}
      <QuickLinks />
      {works && <p className="quiet">{t("home.numbers")}</p>}
    </div>
  );
}
