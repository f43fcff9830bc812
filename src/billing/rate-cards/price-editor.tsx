import { useEffect, useRef, useState } from "react";
import { useCallQuery, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem, newKey } from "#src/kit/api/client.ts";
import { useAsyncWork } from "#src/kit/api/use-async-work.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { dayAt } from "#src/kit/lib/days.ts";
import { formatDay } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { DateField } from "#src/kit/ui/date-field.tsx";
import { readDraft, writeDraft } from "#src/kit/ui/form/drafts.storage.ts";
import { LeaveGuard } from "#src/kit/ui/form/leave-guard.tsx";
import { RestoredNotice } from "#src/kit/ui/form/restored-notice.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { chargeStatus } from "#src/billing/wallet/charges.contract.ts";
import { EditorTable } from "./editor-table.tsx";
import type { PriceDraft } from "./saved-draft.ts";
import { parseDraft, useDraftName } from "./saved-draft.ts";
import { PreviewPanel } from "./preview-panel.tsx";
import { toDraft, parsePrices } from "./price-editor.rules.ts";
import { ProblemNotice } from "./problem-notice.tsx";
import { getBillingSettings, setPrices } from "./rate-cards.contract.ts";
import type { PriceSet, RateCardDetail } from "./rate-cards.contract.ts";
import { findFirstUncharged } from "./sets.rules.ts";
import { useReload } from "./use-rate-cards.ts";

interface EditorProps {
  readonly card: RateCardDetail;
  /** the set that provides the initial prices; null for none */
  readonly begin: PriceSet | null;
  /** whether that set is changed; otherwise a later one is created */
  readonly isChange: boolean;
  readonly onSaved: (validFrom: string) => void;
  readonly onClose: () => void;
}

/** Edits a card's prices, once the earliest possible first day is known. */
export function PriceEditor(props: EditorProps) {
  const { t, locale } = useTranslation();
  const status = useCallQuery(chargeStatus, {});
  const settings = useCallQuery(getBillingSettings, {});
  const [now] = useState(() => Date.now());
  const isKnown = [status, settings].every(({ data, error }) => data !== undefined || error !== null);
  if (!isKnown) return <p className="quiet">{t("ui.loading")}</p>;
  const today = dayAt(settings.data?.time_zone ?? "UTC", now);
  const charged = (status.data?.warehouses ?? []).map(({ charged_until }) => charged_until);
  const earliest = findFirstUncharged(charged, settings.data?.charges_from ?? "", today);
  const { begin, isChange } = props;
  const fresh: PriceDraft = {
    validFrom: isChange && begin !== null ? begin.valid_from : earliest,
    isChange,
    tiers: toDraft(begin?.prices ?? [], locale, newKey),
  };
  return <Editor {...props} fresh={fresh} earliest={earliest} />;
}

/** The input, which survives a reload until it is saved. */
function useTyped(card: RateCardDetail, fresh: PriceDraft) {
  const name = useDraftName(card.rate_card_uuid);
  const [initial] = useState(fresh);
  const [restored, setRestored] = useState(() => {
    const kept = readDraft(name);
    return parseDraft(kept) === null ? null : kept;
  });
  const [draft, setDraft] = useState(() => parseDraft(restored) ?? initial);
  const lossy = useRef(false);
  const isDirty = draft !== initial;
  useEffect(() => {
    lossy.current = isDirty;
  }, [isDirty]);
  const forget = () => {
    lossy.current = false;
    writeDraft(name, null);
  };
  return {
    draft,
    isDirty,
    restoredAt: restored?.at ?? null,
    mayBeLost: () => lossy.current,
    forget,
    set(part: Partial<PriceDraft>) {
      const next = { ...draft, ...part };
      writeDraft(name, { at: new Date().toISOString(), values: { ...next } });
      setDraft(next);
    },
    discard() {
      forget();
      setRestored(null);
      setDraft(initial);
    },
  };
}

/** Saves prices with the version they are based on; after a conflict with the reloaded one. */
function useSaving(card: RateCardDetail) {
  const reload = useReload();
  const deed = useCallMutation(setPrices);
  const attempt = useAsyncWork();
  const [begunOn, setBegunOn] = useState<number | null>(card.version);
  const save = async (valid_from: string, prices: PriceSet["prices"], done: () => void) =>
    attempt.run(async () => {
      const { rate_card_uuid } = card;
      try {
        await deed.perform({ rate_card_uuid, valid_from, prices, version: begunOn ?? card.version }, { isQuiet: true });
      } catch (error) {
        if (error instanceof CallProblem && error.codeName === "changedMeanwhile") {
          await reload();
          setBegunOn(null);
        }
        throw error;
      }
      await reload();
      done();
    });
  return { attempt, save };
}

function ValidFrom({
  card,
  draft,
  earliest,
  isJudged,
  onDay,
}: {
  readonly card: RateCardDetail;
  readonly draft: PriceDraft;
  readonly earliest: string;
  readonly isJudged: boolean;
  readonly onDay: (day: string) => void;
}) {
  const { t, locale } = useTranslation();
  if (draft.isChange) return null;
  const isThere = card.sets.some(({ valid_from }) => valid_from === draft.validFrom);
  return (
    <div className="stack-tight">
      <div className="rates-from">
        <DateField
          label={t("rateCards.edit.validFrom")}
          hint={t("rateCards.edit.validFromHint", { day: formatDay(earliest, locale) })}
          value={draft.validFrom}
          onValue={onDay}
          {...(isJudged && draft.validFrom === "" ? { error: t("rateCards.edit.validFromNeeded") } : {})}
        />
      </div>
      {isThere && <p role="status">{t("rateCards.edit.replaces")}</p>}
    </div>
  );
}

function Editor({ card, fresh, earliest, onSaved, onClose }: EditorProps & { fresh: PriceDraft; earliest: string }) {
  const { t, locale } = useTranslation();
  const typed = useTyped(card, fresh);
  const { draft, isDirty } = typed;
  const { attempt, save } = useSaving(card);
  const [isJudged, setJudged] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const prices = parsePrices(draft.tiers, locale);
  const isConflict = attempt.problem?.codeName === "changedMeanwhile";
  const press = async () => {
    setJudged(true);
    attempt.clear();
    if (prices === null || draft.validFrom === "") return;
    await save(draft.validFrom, prices, () => {
      typed.forget();
      useToasts.getState().show("good", t("rateCards.edit.saved", { day: formatDay(draft.validFrom, locale) }));
      onSaved(draft.validFrom);
    });
  };
  return (
    <section className="panel stack" aria-labelledby="rates-editor">
      <h2 id="rates-editor" tabIndex={-1} ref={heading}>
        {draft.isChange ? t("rateCards.edit.titleChange", { day: formatDay(draft.validFrom, locale) }) : t("rateCards.edit.titleNew")}
      </h2>
      {typed.restoredAt !== null && (
        <RestoredNotice
          at={typed.restoredAt}
          onDiscard={() => {
            typed.discard();
            onClose();
          }}
        />
      )}
      <ValidFrom card={card} draft={draft} earliest={earliest} isJudged={isJudged} onDay={(validFrom) => typed.set({ validFrom })} />
      <p className="quiet small">{t("rateCards.edit.keys")}</p>
      <EditorTable tiers={draft.tiers} currency={card.currency} isJudged={isJudged} onTiers={(tiers) => typed.set({ tiers })} />
      {isJudged && prices === null && <Notice tone="bad" title={t("rateCards.edit.mend")} />}
      {isConflict && (
        <Notice tone="warn" title={t("rateCards.edit.conflict")}>
          <p>{t("rateCards.edit.conflictText")}</p>
        </Notice>
      )}
      {attempt.problem !== null && !isConflict && <ProblemNotice problem={attempt.problem} />}
      <div className="row rates-deeds">
        <Button tone="primary" isDisabled={attempt.isBusy} onClick={() => void press()}>
          {t("rateCards.edit.save")}
        </Button>
        <Button
          tone={isDirty ? "danger" : "normal"}
          onClick={() => {
            typed.forget();
            onClose();
          }}
        >
          {t(isDirty ? "rateCards.edit.discard" : "rateCards.edit.cancel")}
        </Button>
      </div>
      <PreviewPanel prices={prices} currency={card.currency} />
      <LeaveGuard mayBeLost={typed.mayBeLost} onDiscard={typed.forget} searchKey="card" />
    </section>
  );
}
