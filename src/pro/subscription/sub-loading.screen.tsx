import "#src/kit/ui/skeleton.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";

/** Loading: reserves the space, and informs screen readers. */
export function SubLoading({ text }: { text?: string }) {
  const { t } = useTranslation();
  return (
    <div className="sub-loading" role="status">
      <span className={text === undefined ? "visually-hidden" : "quiet"}>{text ?? t("subscription.loading")}</span>
      <span className="skeletons" aria-hidden="true">
        <span className="skeleton" />
        <span className="skeleton skeleton-short" />
        <span className="skeleton" />
      </span>
    </div>
  );
}
