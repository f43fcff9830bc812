import "./shell.css";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Mark } from "#src/kit/ui/mark.tsx";
import { Toasts } from "#src/kit/ui/toast.tsx";

const places = [
  { path: "/", key: "collect.jobList.title" },
  { path: "/history", key: "collect.history.title" },
  { path: "/import", key: "import.menu" },
  { path: "/settings", key: "settings.title" },
  { path: "/plan", key: "plan.menu" },
] as const;

/** Menu, content and toasts of the dashboard. A new place scrolls to the top and takes the focus, so that it is read from its start. */
export function Shell() {
  const { t } = useTranslation();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    document.title = t("collect.name");
  }, [t]);
  useEffect(() => {
    window.scrollTo(0, 0);
    if (shown.current !== path) main.current?.focus({ preventScroll: true });
    shown.current = path;
  }, [path]);
  const isCurrent = (place: string) => place === path || (place === "/" && path.startsWith("/jobs/"));
  const skip = () => main.current?.focus();
  return (
    <div className="shell">
      <Button className="shell-skip" onClick={skip}>
        {t("ui.skip")}
      </Button>
      <header className="shell-side">
        <div className="shell-stays">
          <div className="shell-brand">
            <Mark size={28} />
            {t("collect.name")}
          </div>
          <nav className="shell-nav" aria-label={t("ui.menu")}>
            {places.map((place) => (
              <a key={place.path} href={`#${place.path}`} aria-current={isCurrent(place.path) ? "page" : undefined}>
                {t(place.key)}
              </a>
            ))}
          </nav>
        </div>
      </header>
      <main className="shell-main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <Toasts />
    </div>
  );
}
