import "./channels.css";
import { useState } from "react";
import { useCallMutation, useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { newKey } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { NumberField } from "#src/kit/ui/number-field.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { useUnsaved } from "#src/kit/ui/use-unsaved.ts";
import type { PricedChannel } from "./channels.contract.ts";
import { listCurrencies, savePrices } from "./channels.contract.ts";
import { divisorLimits, mostGrams, mostZones } from "./channels.rules.ts";
import type { DraftZone } from "./price-draft.rules.ts";
import { createRow, parseZones, toDraft } from "./price-draft.rules.ts";
import { SavingProblem, useSaving } from "./saving.tsx";
import { ZoneEditor } from "./zone-editor.tsx";

interface PriceEditorProps {
  readonly channel: PricedChannel;
  readonly onClose: () => void;
}

interface Draft {
  readonly currency: string;
  readonly min: number | null;
  readonly max: number | null;
  readonly divisor: number | null;
  readonly zones: readonly DraftZone[];
}

/** Whether a number is absent or within bounds. */
const isWithin = (value: number | null, min: number, max: number) => value === null || (value >= min && value <= max);

interface PartProps {
  readonly draft: Draft;
  readonly onDraft: (part: Partial<Draft>) => void;
}

function LimitFields({
  draft,
  onDraft,
  currencies,
  isJudged,
}: PartProps & { readonly currencies: readonly string[]; readonly isJudged: boolean }) {
  const { t } = useTranslation();
  const wrong = (isRight: boolean, text: string) => (isJudged && !isRight ? { error: text } : {});
  return (
    <div className="price-limits">
      <Select
        label={t("channels.edit.currency")}
        hint={t("channels.edit.currencyHint")}
        isRequired
        value={draft.currency}
        options={currencies.map((code) => ({ value: code, text: code }))}
        onValue={(currency) => onDraft({ currency })}
      />
      <NumberField
        label={t("channels.edit.min")}
        hint={t("channels.edit.minHint")}
        unit={t("channels.edit.unitGrams")}
        min={0}
        value={draft.min}
        onNumber={(min) => onDraft({ min })}
        {...wrong(isWithin(draft.min, 0, mostGrams), t("channels.edit.wrong.weight"))}
      />
      <NumberField
        label={t("channels.edit.max")}
        hint={t("channels.edit.maxHint")}
        unit={t("channels.edit.unitGrams")}
        min={1}
        value={draft.max}
        onNumber={(max) => onDraft({ max })}
        {...wrong(isWithin(draft.max, 1, mostGrams), t("channels.edit.wrong.weight"))}
      />
      <NumberField
        label={t("channels.edit.divisor")}
        hint={t("channels.edit.divisorHint")}
        unit={t("channels.edit.unitDivisor")}
        min={divisorLimits.min}
        value={draft.divisor}
        onNumber={(divisor) => onDraft({ divisor })}
        {...wrong(isWithin(draft.divisor, divisorLimits.min, divisorLimits.max), t("channels.edit.wrong.divisor", { ...divisorLimits }))}
      />
    </div>
  );
}

function ZoneList({ draft, onDraft, isJudged }: PartProps & { readonly isJudged: boolean }) {
  const { t } = useTranslation();
  const { zones } = draft;
  const add = () => {
    const name = t("channels.edit.newZone", { number: zones.length + 1 });
    onDraft({ zones: [...zones, { key: newKey(), name, countries: [], rows: [createRow(newKey())] }] });
  };
  return (
    <>
      {zones.map((zone, at) => (
        <ZoneEditor
          key={zone.key}
          zone={zone}
          number={at + 1}
          isJudged={isJudged}
          onZone={(changed) => onDraft({ zones: zones.map((one) => (one.key === changed.key ? changed : one)) })}
          onRemove={() => onDraft({ zones: zones.filter(({ key }) => key !== zone.key) })}
        />
      ))}
      {zones.length < mostZones && (
        <div className="row">
          <Button onClick={add}>{t("channels.edit.addZone")}</Button>
        </div>
      )}
    </>
  );
}

function Editor({ channel, currencies, onClose }: PriceEditorProps & { readonly currencies: readonly string[] }) {
  const { t, locale } = useTranslation();
  const [initial] = useState<Draft>(() => ({
    currency: channel.currency ?? currencies[0] ?? "",
    min: channel.min_chargeable_grams === 0 ? null : channel.min_chargeable_grams,
    max: channel.max_grams,
    divisor: channel.volumetric_divisor,
    zones: toDraft(channel.zones, locale, newKey),
  }));
  const [draft, setDraft] = useState(initial);
  const [isJudged, setJudged] = useState(false);
  const { attempt, save } = useSaving();
  const deed = useCallMutation(savePrices);
  useUnsaved(() => draft !== initial && !attempt.isBusy);
  const zones = parseZones(draft.zones, locale);
  const areLimitsRight =
    isWithin(draft.min, 0, mostGrams) && isWithin(draft.max, 1, mostGrams) && isWithin(draft.divisor, divisorLimits.min, divisorLimits.max);
  // Prices without a zone are none: to remove those that there are is meant, and to save none at all is not.
  const isEmpty = zones?.length === 0 && channel.zones.length === 0;
  const press = () => {
    setJudged(true);
    attempt.clear();
    if (zones === null || !areLimitsRight || isEmpty) return;
    const { channel_uuid, version, name } = channel;
    const input = {
      channel_uuid,
      version,
      currency: draft.currency,
      min_chargeable_grams: draft.min ?? 0,
      max_grams: draft.max,
      volumetric_divisor: draft.divisor,
      zones,
    };
    void save(
      () => deed.perform(input, { isQuiet: true }),
      () => {
        useToasts.getState().show("good", t(zones.length === 0 ? "channels.edit.removed" : "channels.edit.saved", { name }));
        onClose();
      },
    );
  };
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  // The currency that was saved may be one in which no retailer pays any more.
  const offered = draft.currency === "" || currencies.includes(draft.currency) ? currencies : [...currencies, draft.currency];
  return (
    <div className="stack">
      <LimitFields draft={draft} onDraft={change} currencies={offered} isJudged={isJudged} />
      <p className="quiet small">{t("channels.edit.pasteHint")}</p>
      <ZoneList draft={draft} onDraft={change} isJudged={isJudged} />
      {isJudged && (zones === null || !areLimitsRight) && <Notice tone="bad" title={t("channels.edit.mend")} />}
      {isJudged && isEmpty && <Notice tone="bad" title={t("channels.edit.noZones")} />}
      <SavingProblem problem={attempt.problem} />
      <div className="row">
        <Button tone="primary" isDisabled={attempt.isBusy} onClick={press}>
          {t("channels.edit.save")}
        </Button>
        <Button tone={draft === initial ? "normal" : "danger"} onClick={onClose}>
          {t(draft === initial ? "channels.edit.cancel" : "channels.edit.discard")}
        </Button>
      </div>
    </div>
  );
}

/** Edits a channel's price table, once the possible currencies are known. */
export function PriceEditor(props: PriceEditorProps) {
  const { data, error, refetch } = useCallQuery(listCurrencies, {});
  if (data === undefined) return <FailedNotice error={error} onRetry={() => void refetch()} />;
  return <Editor {...props} currencies={data.result} />;
}
