import type { Translate } from "#src/i18n/shown.store.ts";
import { isUuid } from "#src/lib/uuid.ts";
import type { Customer } from "./customers.contract.ts";

const centsOfUnit = 100;

/** What a retailer's stock is declared to be worth, with its currency; empty where that is not one amount. @param locale BCP 47 */
export function valueText(
  { stock_value_cents: cents, currency }: Pick<Customer, "stock_value_cents" | "currency">,
  locale: string,
): string {
  if (cents === null || currency === "") return "";
  return new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "symbol" }).format(cents / centsOfUnit);
}

/** The card that a retailer's charges go by, and whether it is the default. */
export function cardText(
  { rate_card_name: name, is_default_card }: Pick<Customer, "rate_card_name" | "is_default_card">,
  t: Translate,
): string {
  if (name === "") return t("customers.noCard");
  return is_default_card ? t("customers.defaultCard", { name }) : name;
}

/** The retailer that an address shows (`?customer=<uuid>`); null for the list. */
export function customerIn({ customer }: { customer?: unknown }): string | null {
  return isUuid(customer) ? customer : null;
}
