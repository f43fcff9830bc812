import type { Language } from "#src/lib/look.ts";
import { localTime } from "#src/statements/months.rules.ts";
import type { ChargePart } from "#src/wallet/charges.contract.ts";
import { isByAge } from "#src/wallet/charging.rules.ts";
import type { ChargeEvent } from "#src/wallet/charging.rules.ts";
import type { StatementTexts } from "./texts.ts";

/** Statements are files: their numbers are written as their language's are, on any machine. */
export const locales: Record<Language, string> = { en_us: "en-US", zh_cn: "zh-CN" };

type Kind = "cents" | "milli" | "micros";

/** How many of a kind make one, and the places that are shown of it: all that there are, or as many as it has. */
const scales = {
  cents: { ofOne: 100, least: 2, most: 2 },
  milli: { ofOne: 1000, least: 0, most: 3 },
  micros: { ofOne: 1_000_000, least: 0, most: 6 },
} as const satisfies Record<Kind, object>;

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(kind: Kind, language: Language): Intl.NumberFormat {
  const key = `${kind} ${language}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const { least, most } = scales[kind];
  const format = new Intl.NumberFormat(locales[language], { minimumFractionDigits: least, maximumFractionDigits: most });
  formats.set(key, format);
  return format;
}

/** How many wholes a number of parts is: 12.34 for 1,234 hundredths. */
export function wholes(parts: number, kind: Kind): number {
  return parts / scales[kind].ofOne;
}

/** The same in a language's words: an amount without its currency, a quantity without its unit, a price. */
export function numberOf(parts: number, kind: Kind, language: Language): string {
  // No minus before nothing.
  return formatOf(kind, language).format(wholes(parts, kind) + 0);
}

/** A moment at a clock somewhere, to the minute: `2026-06-30 23:59`. */
export function minuteAt(at: Date, timeZone: string): string {
  return localTime(at, timeZone).slice(0, 16).replace("T", " ");
}

/** How a charge's amount came about, tier by tier; empty for one by hand. */
export function partsText(event: ChargeEvent, parts: readonly ChargePart[], language: Language, texts: StatementTexts): string {
  const byAge = event !== "by_hand" && isByAge(event);
  return parts
    .map(({ from, quantity_milli, price_micros }) =>
      texts.part({
        from: from === 0 ? null : numberOf(from * scales.milli.ofOne, "milli", language),
        isByAge: byAge,
        quantity: numberOf(quantity_milli, "milli", language),
        price: numberOf(price_micros, "micros", language),
      }),
    )
    .join(texts.betweenParts);
}
