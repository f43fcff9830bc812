import { CountrySelect } from "#src/kit/countries/country-select.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { customsFields } from "./draft-order.rules.ts";
import type { DraftCustoms } from "./draft-order.rules.ts";

interface CustomsProps {
  /** prefix of the inputs' ids */
  readonly id: string;
  readonly label: string;
  readonly of: DraftCustoms;
  readonly faults: ReadonlySet<keyof DraftCustoms>;
  /** shown in each field that is empty */
  readonly hint?: string;
  readonly onChange: (customs: DraftCustoms) => void;
}

const problems: Partial<Record<keyof DraftCustoms, "hsCode" | "amount" | "currency">> = {
  hsCode: "hsCode",
  declaredValue: "amount",
  declaredCurrency: "currency",
};
const mostCharacters: Partial<Record<keyof DraftCustoms, number>> = { declaredCurrency: 3, hsCode: 10 };

/** What customs is told of goods. */
export function CustomsFields({ id, label, of, faults, hint, onChange }: CustomsProps) {
  const { t } = useTranslation();
  return (
    <div className="order-customs" role="group" aria-label={label}>
      {customsFields.map((field) => {
        if (field === "origin")
          return (
            <CountrySelect
              key={field}
              label={t("orders.line.origin")}
              value={of.origin}
              onValue={(origin) => onChange({ ...of, origin })}
            />
          );
        const problem = faults.has(field) ? problems[field] : undefined;
        return (
          <TextField
            key={field}
            id={`${id}-${field}`}
            label={t(`orders.line.${field}`)}
            value={of[field]}
            autoComplete="off"
            maxLength={mostCharacters[field] ?? 200}
            onText={(text) => onChange({ ...of, [field]: field === "declaredCurrency" ? text.toUpperCase() : text })}
            {...(field === "declaredValue" ? { inputMode: "decimal" as const } : {})}
            {...(hint === undefined || of[field] !== "" ? {} : { placeholder: hint })}
            {...(problem === undefined ? {} : { error: t(`orders.wrong.${problem}`) })}
          />
        );
      })}
    </div>
  );
}
