import { useMemo, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ChunkNotice } from "#src/kit/ui/chunk-notice.tsx";
import { Combobox } from "#src/kit/ui/combobox.tsx";
import type { FieldProps } from "#src/kit/ui/field-frame.tsx";
import { useCountries } from "./use-countries.ts";
import { getCountryName, scoreCountry } from "./country-names.rules.ts";

interface CountrySelectProps extends FieldProps {
  /** a two-letter code; empty for none */
  readonly value: string;
  readonly onValue: (code: string) => void;
  /** the text for no choice; by default it asks for one */
  readonly nothing?: string;
}

/** Selects a country by its code or its name in either language. Shows the name in the page's language with the code beside it. */
export function CountrySelect({ value, onValue, nothing, ...field }: CountrySelectProps) {
  const { t, locale } = useTranslation();
  const { countries, isFailed } = useCountries();
  const [typed, setTyped] = useState("");
  const all = useMemo(
    () => countries.map((country) => ({ country, value: country.code, text: `${getCountryName(country, locale)} (${country.code})` })),
    [countries, locale],
  );
  const options = useMemo(() => {
    if (typed.trim() === "") return all;
    return (
      all
        .map((option) => ({ option, fit: scoreCountry(option.country, typed) }))
        .filter(({ fit }) => fit > 0)
        // The sort is stable: countries with the same score keep their order.
        .toSorted((one, other) => other.fit - one.fit)
        .map(({ option }) => option)
    );
  }, [all, typed]);
  if (isFailed) return <ChunkNotice />;
  return (
    <Combobox
      {...field}
      value={value}
      valueText={all.find((option) => option.value === value)?.text ?? value}
      options={options}
      onType={setTyped}
      onChange={(option) => onValue(option?.value ?? "")}
      placeholder={nothing ?? t("countries.choose")}
      note={t(countries.length === 0 ? "ui.loading" : "countries.none")}
      clearText={field.isRequired === true ? null : t("ui.clear")}
    />
  );
}
