import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import { AppLink } from "./app-link.tsx";

/** A breadcrumb; a group has no address. */
export interface Step {
  readonly id: string;
  readonly title: TextKey;
  readonly href: string | null;
}

/** The breadcrumbs: from the home page through the menu's groups to the current route. */
export function Breadcrumbs({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation();
  return (
    <nav className="trail" aria-label={t("navigation.shell.trail")}>
      <ol>
        {steps.map(({ id, title, href }, at) => (
          <li key={id}>
            {at === steps.length - 1 ? (
              <span aria-current="page">{t(title)}</span>
            ) : href === null ? (
              <span>{t(title)}</span>
            ) : (
              <AppLink href={href}>{t(title)}</AppLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
