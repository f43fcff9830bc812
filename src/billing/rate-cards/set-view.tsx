import { useState } from "react";
import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { RemoveDialog } from "#src/kit/ui/remove-dialog.tsx";
import { PriceTable } from "./price-table.tsx";
import type { PriceSet, RateCardDetail } from "./rate-cards.contract.ts";
import { removePrices } from "./rate-cards.contract.ts";
import { useReload } from "./use-rate-cards.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { rateCardsActions } from "./rate-cards.actions.ts";

interface SetViewProps {
  readonly card: RateCardDetail;
  readonly set: PriceSet;
  /** edits this set; omitted if nobody may now */
  readonly onChange?: () => void;
  /** starts a later set with these prices */
  readonly onNew?: () => void;
}

/** One set of prices and its actions; read-only once days have been charged with it. */
export function SetView({ card, set, onChange, onNew }: SetViewProps) {
  const { t, locale } = useTranslation();
  const reload = useReload();
  const remove = useCallMutation(removePrices);
  const [isRemoving, setRemoving] = useState(false);
  const day = formatDay(set.valid_from, locale);
  return (
    <section className="stack" aria-labelledby="rates-set">
      <h2 id="rates-set">{t("rateCards.page.from", { day })}</h2>
      {set.is_used && <p className="quiet">{t("rateCards.page.used")}</p>}
      <PriceTable prices={set.prices} currency={card.currency} />
      <div className="row rates-deeds">
        {onNew !== undefined && (
          <Button tone="primary" onClick={onNew}>
            {t("rateCards.page.newPrices")}
          </Button>
        )}
        {onChange !== undefined && (
          <ActionButton of={rateCardsActions.changePrices} subject={set} onClick={onChange}>
            {t("rateCards.page.change")}
          </ActionButton>
        )}
        {onChange !== undefined && (
          <ActionButton of={rateCardsActions.removePrices} subject={set} tone="danger" onClick={() => setRemoving(true)}>
            {t("rateCards.page.remove")}
          </ActionButton>
        )}
      </div>
      {isRemoving && (
        <RemoveDialog
          title={t("rateCards.page.removeTitle", { day })}
          text={t("rateCards.page.removeText")}
          submit={t("rateCards.page.remove")}
          done={t("rateCards.page.removed", { day })}
          remove={() => remove.perform({ rate_card_uuid: card.rate_card_uuid, valid_from: set.valid_from, version: card.version })}
          onChanged={() => void reload()}
          onClose={() => setRemoving(false)}
        />
      )}
    </section>
  );
}
