import { useState } from "react";
import { useAnswer } from "#src/api/caller.tsx";
import { isRefusedList } from "#src/api/problem.rules.ts";
import { useSettled } from "#src/api/use-settled.ts";
import { useCountries } from "#src/countries/countries.source.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Combobox } from "#src/ui/combobox.tsx";
import type { FieldProps } from "#src/ui/field-frame.tsx";
import { queryProviderDetail, queryProviders } from "./providers.contract.ts";

/** A supplier that was chosen. */
export interface Supplier {
  readonly uuid: string;
  readonly name: string;
}

interface SupplierFieldProps extends FieldProps {
  readonly value: unknown;
  readonly onChange: (value: Supplier | undefined) => void;
}

/** What a supplier says of itself, below the field where it was chosen; nothing while it is loading, or when it says nothing. */
function SupplierDetail({ name }: { name: string }) {
  const { locale } = useTranslation();
  const { data } = useAnswer(queryProviderDetail, { name_of_provider: name });
  const { countries } = useCountries();
  const detail = data?.result[0];
  if (detail === undefined) return null;
  const country = countries.find(({ code }) => code === detail.country_code);
  const countryName = country === undefined ? detail.country_code : locale.startsWith("zh") ? country.zh : country.en;
  const facts = [countryName, detail.introduction].filter((text) => text !== "");
  return facts.length === 0 ? null : <p className="quiet small supplier-detail">{facts.join(" · ")}</p>;
}

const shown = 20;

/** Chooses a supplier by its name: as one types, the server is asked which there are, and how many is said. */
export function SupplierField({ value, onChange, ...field }: SupplierFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const name = useSettled(typed.trim());
  const { data, error } = useAnswer(queryProviders, { page_size: shown, ...(name === "" ? {} : { name }) });
  // What was on offer stays until the next answer is there: a press on it in between is not lost.
  const [seen, setSeen] = useState(data);
  if (data !== undefined && data !== seen) setSeen(data);
  const chosen = value as Supplier | undefined;
  const isAnswered = isRefusedList(error) || (data !== undefined && name === typed.trim());
  const options = ((data ?? seen)?.result ?? [])
    // Nor does Enter take one of them that does not fit what has been typed since.
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
      {/* Who sees the list sees how many; a line below it would only move the fields, and be covered. */}
      <span className="heard" role="status">
        {typed !== "" && isAnswered && t("providers.found", { count })}
      </span>
    </>
  );
}
