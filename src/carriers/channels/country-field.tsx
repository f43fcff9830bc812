import { useMemo, useState } from "react";
import { useCountries } from "#src/kit/countries/use-countries.ts";
import { useCountryName } from "#src/kit/countries/use-country-name.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ChunkNotice } from "#src/kit/ui/chunk-notice.tsx";
import { Combobox } from "#src/kit/ui/combobox.tsx";
import type { FieldProps } from "#src/kit/ui/field-frame.tsx";
import { listCountryOptions } from "#src/kit/countries/country-options.rules.ts";

interface CountryFieldProps extends FieldProps {
  /** a two-letter code; empty for none */
  readonly value: string;
  readonly onValue: (code: string) => void;
}

/** Chooses one country by name or code. */
export function CountryField({ value, onValue, ...field }: CountryFieldProps) {
  const { t, locale } = useTranslation();
  const { countries, isFailed } = useCountries();
  const getName = useCountryName();
  const [typed, setTyped] = useState("");
  const options = useMemo(
    () =>
      listCountryOptions(typed, { countries, chosen: [], locale, nameAll: (codes) => codes.join(" ") }).filter(
        (option) => option.value.length === 2,
      ),
    [typed, countries, locale],
  );
  if (isFailed) return <ChunkNotice />;
  return (
    <Combobox
      {...field}
      value={value}
      valueText={value === "" ? "" : getName(value)}
      options={options}
      onType={setTyped}
      onChange={(option) => onValue(option?.value ?? "")}
      placeholder={t("countries.many.add")}
      note={t(countries.length === 0 ? "ui.loading" : "ui.nothingFits")}
    />
  );
}
