import "./home.css";
import { Link } from "@tanstack/react-router";
import { Suspense, use, useCallback, useEffect, useState } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { useLinks } from "#src/company/navigation/links.store.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { buttonClass } from "#src/kit/ui/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { Guide, useGuide } from "./guide.tsx";
import { HomeParts } from "./home-parts.ts";
import { getHomeLinks, getPartOfDay } from "./home.rules.ts";
import { NoRights } from "./no-rights.tsx";
import { ToDo, useToDos } from "./to-do.tsx";

/** The home page of a site administrator. */
function ForSiteAdmin() {
  const { t } = useTranslation();
  return (
    <Notice tone="normal" title={t("home.siteAdmin.title")}>
      <p>{t("home.siteAdmin.text")}</p>
      <div className="row">
        {/* Reloads the document, because that page's content policy allows the icons of all sites. */}
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
        {getHomeLinks({ area, role, permissions }, ofMenu).map(({ href, title }) => (
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

/** The first steps and the to-dos, rendered once both are loaded, so that nothing moves. */
function Work({ onKnown }: { onKnown: () => void }) {
  const { t } = useTranslation();
  const guide = useGuide();
  const toDos = useToDos();
  const isLoading = guide.isLoading || toDos.isLoading;
  useEffect(() => {
    if (!isLoading) onKnown();
  }, [isLoading, onKnown]);
  if (isLoading)
    return (
      <section className="panel stack" aria-busy aria-label={t("ui.loading")}>
        {["first", "second", "third"].map((line) => (
          <span key={line} className="skeleton" />
        ))}
      </section>
    );
  return (
    <>
      {guide.steps.length > 0 && <Guide steps={guide.steps} onHide={guide.hide} />}
      <ToDo of={toDos} />
    </>
  );
}

/** The home page: a greeting, the to-dos, and links. */
export function HomeScreen() {
  const { t } = useTranslation();
  const { area, role, permissions, scope } = useCaller();
  const person = useSessions(({ people }) => (area === null ? null : people[area]));
  // As of the opening of the page, so that the greeting does not change later.
  const [part] = useState(() => getPartOfDay(new Date().getHours()));
  const parts = use(HomeParts);
  const [isKnown, setKnown] = useState(false);
  const know = useCallback(() => setKnown(true), []);
  const name = person?.displayName || scope.username;
  const works = role === "provider" || role === "operator" || role === "dropShipper";
  return (
    <div className="home stack">
      <h1>{t(`home.greeting.${part}`, { name })}</h1>
      <div className={works && !isKnown ? "home-columns home-waits" : "home-columns"}>
        <div className="home-work stack">
          {role === "operator" && permissions.length === 0 && <NoRights />}
          {role === "siteAdmin" && <ForSiteAdmin />}
          {works && <Work onKnown={know} />}
          {works && isKnown && (
            <Suspense fallback={null}>
              {parts.map((Part, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- the list is a constant
                <Part key={at} />
              ))}
            </Suspense>
          )}
        </div>
        <QuickLinks />
      </div>
    </div>
  );
}
