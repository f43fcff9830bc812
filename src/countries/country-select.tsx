import { useMemo, useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { ChunkNotice } from "#src/ui/chunk-notice.tsx";
import { Combobox } from "#src/ui/old-combobox.tsx";
import { useCountries } from "./countries.source.ts";
import { countryName, fitOf } from "./country-names.rules.ts";

interface CountrySelectProps {
  readonly id: string;
  /** a two-letter code; empty for none */
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly onLeave: () => void;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
  readonly isRequired: boolean;
}

/** One country from the list, found by its code or its name in either language; shown by its name in the page's with the code beside it. */
export function CountrySelect({ value, onChange, isRequired, ...rest }: CountrySelectProps) {
  const { t, locale } = useTranslation();
  const { countries, isFailed } = useCountries();
  const [typed, setTyped] = useState("");
  const all = useMemo(
    () => countries.map((country) => ({ country, value: country.code, text: `${countryName(country, locale)} (${country.code})` })),
    [countries, locale],
  );
  const options = useMemo(() => {
    if (typed.trim() === "") return all;
    return (
      all
        .map((option) => ({ option, fit: fitOf(option.country, typed) }))
        .filter(({ fit }) => fit > 0)
        // The sort is stable: equal ones stay in their order.
        .toSorted((one, other) => other.fit - one.fit)
        .map(({ option }) => option)
    );
  }, [all, typed]);
  if (isFailed) return <ChunkNotice />;
  return (
    <Combobox
      {...rest}
      value={value}
      valueText={all.find((option) => option.value === value)?.text ?? value}
      options={options}
      onType={setTyped}
      onChange={(option) => onChange(option?.value ?? "")}
      placeholder={t("countries.choose")}
      note={t(countries.length === 0 ? "ui.loading" : "countries.none")}
      clearText={isRequired ? null : t("ui.clear")}
      isRequired={isRequired}
    />
  );
}
