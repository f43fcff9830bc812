import { useState } from "react";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { isRefusedList } from "#src/kit/api/problem.rules.ts";
import { useDebounced } from "#src/kit/api/use-debounced.ts";
import { useCountries } from "#src/kit/countries/use-countries.ts";
import { getCountryName } from "#src/kit/countries/country-names.rules.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Combobox } from "#src/kit/ui/combobox.tsx";
import type { FieldProps } from "#src/kit/ui/field-frame.tsx";
import { queryProviderDetail, queryProviders } from "./providers.contract.ts";

/** A chosen supplier. */
export interface Supplier {
  readonly uuid: string;
  readonly name: string;
}

interface SupplierFieldProps extends FieldProps {
  readonly value: unknown;
  readonly onChange: (value: Supplier | undefined) => void;
}

/** A supplier's description below the field; empty while loading, or without one. */
function SupplierDetail({ name }: { name: string }) {
  const { locale } = useTranslation();
  const { data } = useCallQuery(queryProviderDetail, { name_of_provider: name });
  const { countries } = useCountries();
  const detail = data?.result[0];
  if (detail === undefined) return null;
  const country = countries.find(({ code }) => code === detail.country_code);
  const place = country === undefined ? detail.country_code : getCountryName(country, locale);
  const facts = [place, detail.introduction].filter((text) => text !== "");
  return facts.length === 0 ? null : <p className="quiet small supplier-detail">{facts.join(" · ")}</p>;
}

const shown = 20;

/** Chooses a supplier by name: queries the server while typing, and announces the number of results. */
export function SupplierField({ value, onChange, ...field }: SupplierFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const name = useDebounced(typed.trim());
  const { data, error } = useCallQuery(queryProviders, { page_size: shown, ...(name === "" ? {} : { name }) });
  // Keeps the previous options until the next response, so that a press in between is not lost.
  const [seen, setSeen] = useState(data);
  if (data !== undefined && data !== seen) setSeen(data);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value is one of the options, which are suppliers
  const chosen = value as Supplier | undefined;
  const isAnswered = isRefusedList(error) || (data !== undefined && name === typed.trim());
  const options = ((data ?? seen)?.result ?? [])
    // Enter must not select an option that no longer fits the input.
    .filter((one) => isAnswered || one.name.toLowerCase().includes(typed.trim().toLowerCase()))
    .map((one) => ({ value: one.provider_uuid, text: one.name }));
  const count = data?.total ?? 0;
  return (
    <>
      <Combobox
        {...field}
        value={chosen?.uuid ?? ""}
        valueText={chosen?.name ?? ""}
        options={options}
        onType={setTyped}
        onChange={(option) => onChange(option === null ? undefined : { uuid: option.value, name: option.text })}
        placeholder={t("providers.choose")}
        note={t(isAnswered ? "providers.foundNone" : error === null ? "ui.loading" : "ui.failed")}
      />
      {chosen !== undefined && <SupplierDetail name={chosen.name} />}
      {/* For screen readers only: sighted users see the list, and a visible line would move the fields. */}
      <span className="visually-hidden" role="status">
        {typed !== "" && isAnswered && t("providers.found", { count })}
      </span>
    </>
  );
}
