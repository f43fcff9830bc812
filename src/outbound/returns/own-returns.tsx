import { useSearch } from "@tanstack/react-router";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { RuleButton } from "./rule-button.tsx";
import { ReturnsView } from "./returns-view.tsx";

/** The returns of a retailer's own orders: a tab of its page of orders. */
export function OwnReturns() {
  const { t } = useTranslation();
  const { return: shown } = useSearch({ strict: false });
  const view = <ReturnsView isOwn tab="all" />;
  if (typeof shown === "string") return view;
  return (
    <div className="stack returns">
      <div className="row row-apart">
        <p className="quiet">{t("returns.ownHint")}</p>
        <RuleButton />
      </div>
      {view}
    </div>
  );
}
