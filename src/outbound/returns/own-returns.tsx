import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { RuleButton } from "./rule-button.tsx";
import { ReturnsView } from "./returns-view.tsx";

/** The returns of a retailer's own orders: a tab of its page of orders. */
export function OwnReturns() {
  const { t } = useTranslation();
  return (
    <div className="stack returns">
      <div className="row row-apart">
        <p className="quiet">{t("returns.ownHint")}</p>
        <RuleButton />
      </div>
      <ReturnsView isOwn tab="all" />
    </div>
  );
}
