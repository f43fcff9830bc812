import { useTranslation } from "#src/i18n/shown.store.ts";
import { amountText } from "./money.rules.ts";

/** An amount with its sign; what came in stands out. */
export function SignedAmount({ cents, currency }: { cents: number; currency: string }) {
  const { locale } = useTranslation();
  return <span className={cents > 0 ? "number wallet-came-in" : "number"}>{amountText(cents, currency, locale, "always")}</span>;
}
