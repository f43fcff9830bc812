import { z } from "zod";
import type { Field, Values } from "#src/kit/ui/form/form-definition.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { mostCents } from "./charge-kinds.rules.ts";
import { formatAmount, parseAmount } from "#src/kit/lib/money.ts";

interface AmountRules {
  readonly locale: string;
  /** ISO 4217 */
  readonly currency: string;
  /** whether zero is valid */
  readonly mayBeZero?: true;
}

/** Returns the text of an amount's error; null if it is valid. */
function findAmountFault(cents: number | null, mayBeZero: boolean): TextKey | null {
  if (cents === null) return "wallet.amountField.wrong";
  if (cents < 0) return "wallet.amountField.negative";
  if (cents === 0 && !mayBeZero) return "wallet.amountField.notZero";
  return cents > mostCents ? "wallet.amountField.tooMuch" : null;
}

/** Validates a typed amount and converts it to hundredths. */
export function createAmountSchema({ locale, currency, mayBeZero }: AmountRules) {
  return z
    .string()
    .trim()
    .min(1)
    .transform((text, context) => {
      const cents = parseAmount(text, locale);
      const fault = findAmountFault(cents, mayBeZero === true);
      if (fault === null && cents !== null) return cents;
      const values = { most: formatAmount(mostCents, currency, locale) };
      context.addIssue({ code: "custom", params: { text: fault, values } });
      return z.NEVER;
    });
}

/** A field for an amount, with its currency behind it. Validated by `createAmountSchema`. */
export function amountField(label: TextKey, currency: string, hint?: TextKey): Field<Values> {
  return {
    kind: "custom",
    label,
    isRequired: true,
    ...(hint === undefined ? {} : { hint }),
    render: ({ value, onChange, ...field }) => (
      <TextField
        {...field}
        className="form-field-short"
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        end={
          <span className="input-unit" translate="no">
            {currency}
          </span>
        }
        value={typeof value === "string" ? value : ""}
        onText={onChange}
      />
    ),
  };
}

/**
 * A field for a day, YYYY-MM-DD.
 * @param max the last day offered
 */
export function dayField(label: TextKey, max: string): Field<Values> {
  return { kind: "date", label, isRequired: true, max };
}
