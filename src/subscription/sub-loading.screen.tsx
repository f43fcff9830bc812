import "#src/ui/skeleton.css";
import { useTranslation } from "#src/i18n/shown.store.ts";

/** Something is being asked for: the place is kept, and a screen reader is told. */
export function SubLoading({ text }: { text?: string }) {
  const { t } = useTranslation();
  return (
    <div className="sub-loading" role="status">
      <span className={text === undefined ? "heard" : "quiet"}>{text ?? t("subscription.loading")}</span>
      <span className="skeletons" aria-hidden="true">
        <span className="skeleton" />
        <span className="skeleton skeleton-short" />
        <span className="skeleton" />
      </span>
    </div>
  );
}
