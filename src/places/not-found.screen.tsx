import "./not-found.css";
import { Link, useRouter, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { areas } from "#src/api/actors.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { useSessions } from "#src/session/session.store.ts";
import { buttonClass } from "#src/ui/button.tsx";
import { waysOn } from "./ways-on.rules.ts";

/** The main page is drawn at build: the way to it is a full load. */
function WayOut({ href, ...rest }: { href: string; className: string; children: ReactNode }) {
  return href === "/" ? <a {...rest} href={href} /> : <Link {...rest} to={href} />;
}

/** A page that is not there, or not for this role: says so and offers the ways on. Drawn in place on the home page, at /404 in the application. */
export function NotFoundScreen() {
  const { t } = useTranslation();
  const sessions = useSessions((store) => store.sessions);
  const { routesByPath } = useRouter() as unknown as { routesByPath: Readonly<Record<string, unknown>> };
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const ways = waysOn({
    signedIn: areas.filter((area) => sessions[area] !== null),
    hasAreas: routesByPath["/p/login"] !== undefined,
  });
  return (
    <section className="not-found stack">
      <h1>{t("places.notFoundPage.title")}</h1>
      <p>{t("places.notFoundPage.text")}</p>
      {pathname !== "/404" && (
        <p className="quiet">
          <code>{pathname}</code>
        </p>
      )}
      <nav className="row" aria-label={t("places.notFoundPage.ways")}>
        {ways.map(({ href, text }, index) => (
          <WayOut key={href} href={href} className={buttonClass({ tone: index === 0 ? "primary" : "normal" })}>
            {t(`places.notFoundPage.${text}`)}
          </WayOut>
        ))}
      </nav>
    </section>
  );
}
