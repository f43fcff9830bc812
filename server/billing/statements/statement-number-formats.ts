import { numberFormat } from "#src/kit/lib/formats.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { locales } from "#src/kit/lib/languages.ts";
import { formatLocalTime } from "#src/billing/statements/months.rules.ts";
import type { ChargePart } from "#src/billing/wallet/charges.contract.ts";
import { getUnit, isByAge } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { ChargeEvent } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { StatementTexts } from "./statement-texts.ts";

type Kind = "cents" | "milli" | "micros";

/** The scale of each kind, and its decimal places: fixed, or as many as the value has. */
const scales = {
  cents: { ofOne: 100, least: 2, most: 2 },
  milli: { ofOne: 1000, least: 0, most: 3 },
  micros: { ofOne: 1_000_000, least: 0, most: 6 },
} as const satisfies Record<Kind, object>;

/** Converts parts to wholes: 12.34 for 1,234 hundredths. */
export function toWholes(parts: number, kind: Kind): number {
  return parts / scales[kind].ofOne;
}

/** Formats it in a language: an amount without currency, a quantity without unit, a price. */
export function formatNumber(parts: number, kind: Kind, language: Language): string {
  const { least, most } = scales[kind];
  const format = numberFormat(locales[language], { minimumFractionDigits: least, maximumFractionDigits: most });
  // Avoids "-0".
  return format.format(toWholes(parts, kind) + 0);
}

/** Formats a moment in a time zone, to the minute: `2026-06-30 23:59`. */
export function formatMinute(at: Date, timeZone: string): string {
  return formatLocalTime(at, timeZone).slice(0, 16).replace("T", " ");
}

/** Names the unit of an event's quantity; empty for a manual charge, which has none. */
export function nameUnit(event: ChargeEvent, { units }: Pick<StatementTexts, "units">): string {
  return event === "by_hand" ? "" : units[getUnit(event)];
}

/** Describes how a charge's amount is computed, tier by tier; empty for a manual charge. */
export function formatParts(event: ChargeEvent, parts: readonly ChargePart[], language: Language, texts: StatementTexts): string {
  const byAge = event !== "by_hand" && isByAge(event);
  return parts
    .map(({ from, quantity_milli, price_micros }) =>
      texts.part({
        from: from === 0 ? null : formatNumber(from * scales.milli.ofOne, "milli", language),
        isByAge: byAge,
        quantity: formatNumber(quantity_milli, "milli", language),
        price: formatNumber(price_micros, "micros", language),
      }),
    )
    .join(texts.betweenParts);
}
