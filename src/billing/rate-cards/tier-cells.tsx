import type { KeyboardEvent } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { PricedEvent } from "#src/billing/wallet/charge-kinds.rules.ts";
import { getCountUnit, isByAge } from "#src/billing/wallet/charge-kinds.rules.ts";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { parsePrice, priceInField } from "#src/kit/lib/money.ts";
import { formatExample, formatSpan } from "./price-words.ts";
import type { DraftTier, TierProblems } from "./price-editor.rules.ts";
import { getHighestStart, getSpan } from "./price-editor.rules.ts";

interface CellProps {
  readonly event: PricedEvent;
  readonly tier: DraftTier;
  /** its index among the event's tiers */
  readonly at: number;
  readonly problem: TierProblems | undefined;
  readonly onTier: (tier: DraftTier) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** Returns the id of a tier's input, from the tier's key. */
export const tierInputId = (key: string, field: string): string => `tier-${key}-${field}`;

/** One input of a tier, with a label for screen readers and its error below. */
export function TierInput({
  tier,
  field,
  label,
  wrong,
  onTier,
  onKeyDown,
  isWhole,
}: Pick<CellProps, "tier" | "onTier" | "onKeyDown"> & {
  readonly field: "from" | "price";
  readonly label: string;
  readonly wrong: string | null;
  readonly isWhole: boolean;
}) {
  return (
    <TextField
      id={tierInputId(tier.key, field)}
      label={label}
      isLabelHidden
      inputMode={isWhole ? "numeric" : "decimal"}
      autoComplete="off"
      maxLength={24}
      value={tier[field]}
      onText={(text) => onTier({ ...tier, [field]: text })}
      onKeyDown={onKeyDown}
      {...(wrong === null ? {} : { error: wrong })}
    />
  );
}

/** The start of a tier: fixed for the first, typed for the others, in days or in the unit of the month's count. */
export function StartCell({ starts, ...cell }: CellProps & { starts: readonly number[] | null }) {
  const { t } = useTranslation();
  const { event, at, problem } = cell;
  const by = isByAge(event) ? "age" : getCountUnit(event);
  const span = starts === null ? null : formatSpan(getSpan(event, starts, at), t);
  if (at === 0) return <span className="rates-span">{span ?? t("rateCards.edit.start")}</span>;
  const wrong = problem?.from ?? null;
  return (
    <div className="stack-tight">
      <div className="rates-start">
        <span aria-hidden="true">{t("rateCards.edit.after.start")}</span>
        <TierInput
          {...cell}
          field="from"
          isWhole
          label={t(`rateCards.edit.startOf.${by}`, { event: t(`rateCards.event.${event}`), number: at + 1 })}
          wrong={wrong === null ? null : t(`rateCards.edit.wrong.${wrong}`, { most: getHighestStart(event) })}
        />
        <span aria-hidden="true">{t(`rateCards.edit.after.${by}`)}</span>
      </div>
      {span !== null && <span className="quiet small">{span}</span>}
    </div>
  );
}

/** An example of the typed price, as a sentence. */
export function Meaning({ event, tier, currency }: { event: PricedEvent; tier: DraftTier; currency: string }) {
  const { t, locale } = useTranslation();
  const micros = parsePrice(tier.price, locale);
  if (micros === null || micros < 0) return t("rateCards.example.wait", { price: priceInField(20_000, locale) });
  return micros === 0 ? t("rateCards.free") : formatExample(event, micros, currency, t, locale);
}
