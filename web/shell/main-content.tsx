import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { useHere } from "./here.ts";

const id = "content";

/** The first stop of the Tab key: skips menu and header. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a
      className="skip-link"
      href={`#${id}`}
      onClick={(event) => {
        // The hash must not get into the address, which the open tab stores.
        event.preventDefault();
        document.getElementById(id)?.focus();
      }}
    >
      {t("ui.skip")}
    </a>
  );
}

/** The main part of the page. It takes the focus on another route, unless the screen has focused something itself. */
export function Main({ children, className = "area-main" }: { children: ReactNode; className?: string }) {
  const element = useRef<HTMLElement>(null);
  const { pathname } = useHere();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (element.current?.contains(document.activeElement) === false) element.current.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <main id={id} ref={element} tabIndex={-1} className={className}>
      {children}
    </main>
  );
}
