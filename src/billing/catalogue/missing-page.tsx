import type { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";

/** The properties of the page of one item, or of one item that a retailer sells. */
export interface CataloguePageProps {
  readonly uuid: string;
  /** refetches the catalogue */
  readonly onChanged: () => Promise<void>;
  readonly onBack: () => void;
}

interface MissingPageProps {
  /** null while loading */
  readonly error: CallProblem | null;
  /** the title if there is no such item */
  readonly notFound: string;
  readonly back: string;
  readonly onBack: () => void;
}

/** Shown instead of an item's page while it is loading, or if it cannot be loaded. */
export function MissingPage({ error, notFound, back, onBack }: MissingPageProps) {
  const { t } = useTranslation();
  if (error === null) return <p className="quiet">{t("ui.loading")}</p>;
  return (
    <div className="stack">
      <h1>{t("navigation.catalogue")}</h1>
      <Notice tone="bad" title={error.codeName === "notFound" ? notFound : t("ui.failed")}>
        <Button onClick={onBack}>{back}</Button>
      </Notice>
    </div>
  );
}
