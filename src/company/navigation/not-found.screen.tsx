import "./not-found.css";
import type { AnyRouter } from "@tanstack/react-router";
import { Link, useRouter, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { areas } from "#src/kit/api/roles-and-permissions.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { buttonClass } from "#src/kit/ui/button.tsx";
import { getExitLinks } from "./exit-links.rules.ts";

/** The main page is rendered at build time, so a link to it loads the document. */
function WayOut({ href, ...rest }: { href: string; className: string; children: ReactNode }) {
  return href === "/" ? <a {...rest} href={href} /> : <Link {...rest} to={href} />;
}

/** Shown for a page that does not exist or is not for this role, with links. Rendered in place on the home page, at /404 in the application. */
export function NotFoundScreen() {
  const { t } = useTranslation();
  const sessions = useSessions((store) => store.sessions);
  const { routesByPath } = useRouter<AnyRouter>();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const ways = getExitLinks({
    signedIn: areas.filter((area) => sessions[area] !== null),
    hasAreas: routesByPath["/p/login"] !== undefined,
  });
  return (
    <section className="not-found stack">
      <h1>{t("navigation.notFoundPage.title")}</h1>
      <p>{t("navigation.notFoundPage.text")}</p>
      {pathname !== "/404" && (
        <p className="quiet">
          <code>{pathname}</code>
        </p>
      )}
      <nav className="row" aria-label={t("navigation.notFoundPage.ways")}>
        {ways.map(({ href, text }, index) => (
          <WayOut key={href} href={href} className={buttonClass({ tone: index === 0 ? "primary" : "normal" })}>
            {t(`navigation.notFoundPage.${text}`)}
          </WayOut>
        ))}
      </nav>
    </section>
  );
}
