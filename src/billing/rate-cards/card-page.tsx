import { useEffect, useRef, useState } from "react";
import { useCallQuery, useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { dayAt } from "#src/kit/lib/days.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { readDraft } from "#src/kit/ui/form/drafts.storage.ts";
import { EmptyState, Notice } from "#src/kit/ui/notice.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { CardActions } from "./card-actions.tsx";
import { CardTags } from "./card-tags.tsx";
import { parseDraft, useDraftName } from "./saved-draft.ts";
import { PreviewPanel } from "./preview-panel.tsx";
import { PriceEditor } from "./price-editor.tsx";
import { getBillingSettings, getRateCard, setBillingSettings } from "./rate-cards.contract.ts";
import type { PriceSet, RateCardDetail } from "./rate-cards.contract.ts";
import { SetView } from "./set-view.tsx";
import { withStates } from "./sets.rules.ts";
import { SetTimeline } from "./set-timeline.tsx";
import { useReload } from "./use-rate-cards.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { rateCardsActions } from "./rate-cards.actions.ts";

interface PageProps {
  readonly uuid: string;
  readonly onBack: () => void;
  /** opens another card */
  readonly onCard: (uuid: string) => void;
}

/** One rate card: its prices over time, and for those who may edit, the editor and the preview of new prices. */
export function CardPage({ uuid, ...rest }: PageProps) {
  const { t } = useTranslation();
  const { data, error } = useCallQuery(getRateCard, { rate_card_uuid: uuid });
  if (data !== undefined) return <Shown card={data} {...rest} />;
  return (
    <div className="stack rates">
      <h1>{t("navigation.rateCards")}</h1>
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

/** Makes the card the default for retailers without their own card. */
function DefaultButton({ card }: { card: RateCardDetail }) {
  const { t } = useTranslation();
  const reload = useReload();
  const { data: settings } = useCallQuery(getBillingSettings, {});
  const save = useCallMutation(setBillingSettings);
  if (settings === undefined) return null;
  const press = async () => {
    const { time_zone, charges_from, version } = settings;
    try {
      const from = charges_from === "" ? null : charges_from;
      await save.perform({ time_zone, charges_from: from, default_rate_card_uuid: card.rate_card_uuid, version });
      useToasts.getState().show("good", t("rateCards.dialog.madeDefault", { name: card.name }));
    } catch (error) {
      // Already shown as a toast.
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

/** The editor's initial prices: a set to change, or a template for a later one. */
interface Editing {
  readonly begin: PriceSet | null;
  readonly isChange: boolean;
}

function useEditing(card: RateCardDetail) {
  const name = useDraftName(card.rate_card_uuid);
  // An unsaved draft of the last visit is opened at once.
  const [editing, setEditing] = useState<Editing | null>(() =>
    parseDraft(readDraft(name)) === null ? null : { begin: null, isChange: false },
  );
  return { editing, setEditing };
}

function Shown({ card, onBack, onCard }: { card: RateCardDetail } & Pick<PageProps, "onBack" | "onCard">) {
  const { t } = useTranslation();
  const caller = useCaller();
  const { data: settings } = useCallQuery(getBillingSettings, {});
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
