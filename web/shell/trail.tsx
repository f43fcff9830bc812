import { useTranslation } from "#src/i18n/shown.store.ts";
import type { TextKey } from "#src/i18n/text-key.ts";
import { PlaceLink } from "./place-link.tsx";

/** A step on the way to the place in sight; a group has no address. */
export interface Step {
  readonly id: string;
  readonly title: TextKey;
  readonly href: string | null;
}

/** Where we are: from the home page by the menu's groups to the place in sight. */
export function Trail({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation();
  return (
    <nav className="trail" aria-label={t("places.shell.trail")}>
      <ol>
        {steps.map(({ id, title, href }, at) => (
          <li key={id}>
            {at === steps.length - 1 ? (
              <span aria-current="page">{t(title)}</span>
            ) : href === null ? (
              <span>{t(title)}</span>
            ) : (
              <PlaceLink href={href}>{t(title)}</PlaceLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
