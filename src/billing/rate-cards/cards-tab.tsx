import { useState } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay } from "#src/kit/lib/formats.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { BareButton, Button } from "#src/kit/ui/button.tsx";
import { Checkbox } from "#src/kit/ui/checkbox.tsx";
import { EmptyState, Notice } from "#src/kit/ui/notice.tsx";
import { CardActions } from "./card-actions.tsx";
import { CardDialog } from "./card-dialog.tsx";
import { CardTags } from "./card-tags.tsx";
import type { RateCard } from "./rate-cards.contract.ts";
import { useCards, useReload } from "./use-rate-cards.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { rateCardsActions } from "./rate-cards.actions.ts";

interface CardsTabProps {
  /** opens a card */
  readonly onCard: (uuid: string) => void;
}

function CardRow({ card, onCard }: CardsTabProps & { card: RateCard }) {
  const { t, locale } = useTranslation();
  return (
    <tr>
      <th scope="row">
        <BareButton id={`rates-${card.rate_card_uuid}`} className="rates-open" translate="no" onClick={() => onCard(card.rate_card_uuid)}>
          {card.name}
        </BareButton>
      </th>
      <td data-title={t("rateCards.column.currency")} translate="no">
        {card.currency}
      </td>
      <td data-title={t("rateCards.column.since")}>
        {card.current_from === "" ? t("rateCards.noPrices") : formatDay(card.current_from, locale)}
      </td>
      <td data-title={t("rateCards.column.retailers")}>
        {t(card.is_default ? "rateCards.agreedDefault" : "rateCards.agreed", { count: card.retailer_count })}
      </td>
      <td data-title={t("rateCards.column.state")}>
        <CardTags card={card} />
      </td>
      <td className="rates-deeds">
        <CardActions card={card} nameId={`rates-${card.rate_card_uuid}`} onCard={onCard} />
      </td>
    </tr>
  );
}

function CardsTable({ cards, onCard }: CardsTabProps & { cards: readonly RateCard[] }) {
  const { t } = useTranslation();
  return (
    <div className="rates-frame" tabIndex={0} role="region" aria-label={t("rateCards.tab.cards")}>
      <table className="rates-table rates-cards">
        <thead>
          <tr>
            {(["name", "currency", "since", "retailers", "state"] as const).map((id) => (
              <th key={id} scope="col">
                {t(`rateCards.column.${id}`)}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{t("rateCards.column.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {cards.map((card) => (
            <CardRow key={card.rate_card_uuid} card={card} onCard={onCard} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * The provider's rate cards, and the button for a new one.
 * @param props.onCard opens one
 */
export function CardsTab({ onCard }: CardsTabProps) {
  const { t } = useTranslation();
  const caller = useCaller();
  const reload = useReload();
  const [isNew, setNew] = useState(false);
  const [hasArchived, setArchived] = useState(false);
  const { cards, isFailed } = useCards();
  if (isFailed)
    return (
      <Notice tone="bad" title={t("rateCards.failed")}>
        <div className="row">
          <Button onClick={() => void reload()}>{t("rateCards.again")}</Button>
        </div>
      </Notice>
    );
  if (cards === null) return <p className="quiet">{t("ui.loading")}</p>;
  const mayMake = isPermitted(rateCardsActions.create, caller);
  const make = (text: "rateCards.first" | "rateCards.do.new") => (
    <ActionButton of={rateCardsActions.create} subject={cards} tone="primary" onClick={() => setNew(true)}>
      {t(text)}
    </ActionButton>
  );
  const shown = cards.filter(({ is_archived }) => hasArchived || !is_archived);
  return (
    <div className="stack">
      <p className="quiet">{t("rateCards.intro")}</p>
      {cards.length === 0 ? (
        <EmptyState
          line={t(mayMake ? "rateCards.none" : "rateCards.noneOperator")}
          {...(mayMake ? { action: make("rateCards.first") } : {})}
        />
      ) : (
        <>
          <div className="row row-apart">
            {make("rateCards.do.new")}
            {cards.some(({ is_archived }) => is_archived) && (
              <Checkbox label={t("rateCards.archivedToo")} isChecked={hasArchived} onChecked={setArchived} />
            )}
          </div>
          {shown.length === 0 ? <p className="quiet">{t("rateCards.noneHere")}</p> : <CardsTable cards={shown} onCard={onCard} />}
        </>
      )}
      {isNew && <CardDialog deed="new" onMade={onCard} onClose={() => setNew(false)} />}
    </div>
  );
}
