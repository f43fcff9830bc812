import { useEffect, useRef, useState } from "react";
import { useAnswer, useCaller, useDeed } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { readDraft } from "#src/ui/form/drafts.storage.ts";
import { EmptyState, Notice } from "#src/ui/notice.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import { CardActions } from "./card-actions.tsx";
import { CardTags } from "./card-tags.tsx";
import { keptDraft, useDraftName } from "./kept-draft.ts";
import { PreviewPanel } from "./preview-panel.tsx";
import { PriceEditor } from "./price-editor.tsx";
import { getBillingSettings, getRateCard, setBillingSettings } from "./rate-cards.contract.ts";
import type { PriceSet, RateCardDetail } from "./rate-cards.contract.ts";
import { SetView } from "./set-view.tsx";
import { dayAt, withStates } from "./sets.rules.ts";
import { SetTimeline } from "./set-timeline.tsx";
import { useReload } from "./use-rate-cards.ts";
import { ActionButton } from "#src/ui/action/action-button.tsx";
import { isPermitted } from "#src/ui/action/action.ts";
import { rateCardsActions } from "./rate-cards.actions.ts";

interface PageProps {
  readonly uuid: string;
  readonly onBack: () => void;
  /** shows another card */
  readonly onCard: (uuid: string) => void;
}

/** One rate card: its prices over time, and for whoever may the editor of new ones and what they would have cost. */
export function CardPage({ uuid, ...rest }: PageProps) {
  const { t } = useTranslation();
  const { data, error } = useAnswer(getRateCard, { rate_card_uuid: uuid });
  if (data !== undefined) return <Shown card={data} {...rest} />;
  return (
    <div className="stack rates">
      <h1>{t("places.rateCards")}</h1>
      {error === null ? (
        <p className="quiet">{t("ui.loading")}</p>
      ) : (
        <Notice tone="bad" title={t(error.codeName === "notFound" ? "rateCards.page.notFound" : "rateCards.failed")}>
          <div className="row">
            <Button onClick={rest.onBack}>{t("rateCards.page.back")}</Button>
          </div>
        </Notice>
      )}
    </div>
  );
}

/** Makes the card the one of everybody without a card of their own. */
function DefaultButton({ card }: { card: RateCardDetail }) {
  const { t } = useTranslation();
  const reload = useReload();
  const { data: settings } = useAnswer(getBillingSettings, {});
  const save = useDeed(setBillingSettings);
  if (settings === undefined) return null;
  const press = async () => {
    const { time_zone, charges_from, version } = settings;
    try {
      const from = charges_from === "" ? null : charges_from;
      await save.perform({ time_zone, charges_from: from, default_rate_card_uuid: card.rate_card_uuid, version });
      useToasts.getState().show("good", t("rateCards.dialog.madeDefault", { name: card.name }));
    } catch (error) {
      // It was said as a toast.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      void reload();
    }
  };
  return (
    <ActionButton of={rateCardsActions.makeDefault} subject={card} isDisabled={save.isPending} onClick={() => void press()}>
      {t("rateCards.do.makeDefault")}
    </ActionButton>
  );
}

function Heading({ card, onBack, onCard }: { card: RateCardDetail } & Pick<PageProps, "onBack" | "onCard">) {
  const { t } = useTranslation();
  return (
    <>
      <div className="row row-apart">
        <div className="row">
          <h1 id="rates-name" translate="no">
            {card.name}
          </h1>
          <CardTags card={card} />
          <span className="quiet" translate="no">
            {card.currency}
          </span>
          <span className="quiet">
            {t(card.is_default ? "rateCards.agreedDefault" : "rateCards.agreed", { count: card.retailer_count })}
          </span>
        </div>
        <Button onClick={onBack}>{t("rateCards.page.back")}</Button>
      </div>
      <div className="row rates-deeds">
        <DefaultButton card={card} />
        <CardActions card={card} nameId="rates-name" onCard={onCard} />
      </div>
    </>
  );
}

/** What the editor begins with: the prices of a set, to change it or to make a later one of them. */
interface Editing {
  readonly begin: PriceSet | null;
  readonly isChange: boolean;
}

function useEditing(card: RateCardDetail) {
  const name = useDraftName(card.rate_card_uuid);
  // What was typed and not saved the last time is opened at once.
  const [editing, setEditing] = useState<Editing | null>(() =>
    keptDraft(readDraft(name)) === null ? null : { begin: null, isChange: false },
  );
  return { editing, setEditing };
}

function Shown({ card, onBack, onCard }: { card: RateCardDetail } & Pick<PageProps, "onBack" | "onCard">) {
  const { t } = useTranslation();
  const caller = useCaller();
  const { data: settings } = useAnswer(getBillingSettings, {});
  const [now] = useState(() => Date.now());
  const states = withStates(card.sets, dayAt(settings?.time_zone ?? "UTC", now));
  const inForce = states.find(({ state }) => state === "inForce") ?? states.at(-1);
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = states.find(({ set }) => set.valid_from === chosen) ?? inForce;
  const { editing, setEditing } = useEditing(card);
  const mayEdit = isPermitted(rateCardsActions.setPrices, caller) && !card.is_archived;
  const isEditing = mayEdit && editing !== null;
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isEditing) top.current?.scrollIntoView({ block: "nearest" });
  }, [isEditing]);
  return (
    <div className="stack rates">
      <Heading card={card} onBack={onBack} onCard={onCard} />
      {states.length === 0 && !isEditing && (
        <EmptyState
          line={t("rateCards.page.empty")}
          {...(mayEdit
            ? {
                action: (
                  <Button tone="primary" onClick={() => setEditing({ begin: null, isChange: false })}>
                    {t("rateCards.page.setFirst")}
                  </Button>
                ),
              }
            : {})}
        />
      )}
      {shown !== undefined && (
        <div className="rates-sets">
          <SetTimeline states={states} shown={shown.set.valid_from} onShow={setChosen} />
          <SetView
            card={card}
            set={shown.set}
            {...(mayEdit && !isEditing
              ? {
                  onChange: () => setEditing({ begin: shown.set, isChange: true }),
                  onNew: () => setEditing({ begin: shown.set, isChange: false }),
                }
              : {})}
          />
        </div>
      )}
      <div ref={top}>
        {isEditing && (
          <PriceEditor
            card={card}
            begin={editing.begin}
            isChange={editing.isChange}
            onSaved={(validFrom) => {
              setChosen(validFrom);
              setEditing(null);
            }}
            onClose={() => setEditing(null)}
          />
        )}
      </div>
      {!isEditing && shown !== undefined && isPermitted(rateCardsActions.preview, caller) && (
        <PreviewPanel key={shown.set.valid_from} prices={shown.set.prices} currency={card.currency} />
      )}
    </div>
  );
}
