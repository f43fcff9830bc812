import "./countries.css";
import X from "lucide-react/icons/x";
import { useId, useMemo, useState } from "react";
import { useCountries } from "./use-countries.ts";
import { useCountryName } from "./use-country-name.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ChunkNotice } from "#src/kit/ui/chunk-notice.tsx";
import { Combobox } from "#src/kit/ui/combobox.tsx";
import type { FieldProps } from "#src/kit/ui/field-frame.tsx";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import { listCountryOptions } from "./country-options.rules.ts";

interface CountriesFieldProps extends FieldProps {
  /** two-letter codes */
  readonly codes: readonly string[];
  readonly onCodes: (codes: string[]) => void;
}

/** Chooses any number of countries: one by one by name or code, or many by a pasted list of codes. */
export function CountriesField({ codes, onCodes, ...field }: CountriesFieldProps) {
  const { t, locale } = useTranslation();
  const { countries, isFailed } = useCountries();
  const getName = useCountryName();
  const listId = useId();
  const [typed, setTyped] = useState("");
  const options = useMemo(
    () =>
      listCountryOptions(typed, {
        countries,
        chosen: codes,
        locale,
        nameAll: (many) => t("countries.many.addAll", { count: many.length, codes: many.join(" ") }),
      }),
    [typed, countries, codes, locale, t],
  );
  if (isFailed) return <ChunkNotice />;
  return (
    <div className="stack-tight">
      <Combobox
        {...field}
        value=""
        valueText=""
        options={options}
        onType={setTyped}
        onChange={(option) => {
          if (option !== null) onCodes([...new Set([...codes, ...option.value.split(" ")])]);
        }}
        placeholder={t("countries.many.add")}
        note={t(countries.length === 0 ? "ui.loading" : "ui.nothingFits")}
      />
      {codes.length > 0 && (
        <ul className="country-chips" id={listId} aria-label={field.label}>
          {codes.map((code) => (
            <li key={code} className="country-chip">
              <span>{getName(code)}</span>
              <IconButton
                label={t("countries.many.remove", { country: getName(code) })}
                icon={<X size={14} aria-hidden />}
                onClick={() => onCodes(codes.filter((other) => other !== code))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
