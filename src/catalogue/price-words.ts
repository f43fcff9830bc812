import type { Translate } from "#src/i18n/shown.store.ts";
import { amountText } from "#src/wallet/money.rules.ts";
import { spanOf } from "./catalogue-words.rules.ts";

/** The lowest and the highest of some amounts in words; empty where there is none. @param amounts hundredths */
export function spanText(amounts: readonly (number | null)[], currency: string, { t, locale }: { t: Translate; locale: string }): string {
  const span = spanOf(amounts);
  if (span === null) return "";
  const from = amountText(span.from, currency, locale);
  return span.from === span.until ? from : t("catalogue.span", { from, until: amountText(span.until, currency, locale) });
}
