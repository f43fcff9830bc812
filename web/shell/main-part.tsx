import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { useHere } from "./here.ts";

const id = "content";

/** The first stop of the Tab key: past menu and header to what the page is about. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a
      className="skip-link"
      href={`#${id}`}
      onClick={(event) => {
        // The address stays what it is: it is a place's, and a tab keeps it.
        event.preventDefault();
        document.getElementById(id)?.focus();
      }}
    >
      {t("ui.skip")}
    </a>
  );
}

/** The screen's part of the page. It takes the focus when another place is shown, unless the screen has put it somewhere itself. */
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
