import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import type { Customer } from "./customers.contract.ts";

/**
 * Formats the declared value of a retailer's stock with its currency; empty if that is not a single amount.
 * @param locale BCP 47
 */
export function formatValue(
  { stock_value_cents: cents, currency }: Pick<Customer, "stock_value_cents" | "currency">,
  locale: string,
): string {
  if (cents === null || currency === "") return "";
  return formatAmount(cents, currency, locale);
}

/** Formats the rate card of a retailer, and whether it is the default. */
export function formatCard(
  { rate_card_name: name, is_default_card }: Pick<Customer, "rate_card_name" | "is_default_card">,
  t: Translate,
): string {
  if (name === "") return t("customers.noCard");
  return is_default_card ? t("customers.defaultCard", { name }) : name;
}
