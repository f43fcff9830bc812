import { useState } from "react";
import { useAnswer } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Combobox } from "#src/ui/combobox.tsx";
import { queryProviders } from "./providers.contract.ts";
import { useSettled } from "./use-settled.ts";

/** A supplier that was chosen. */
export interface Supplier {
  readonly uuid: string;
  readonly name: string;
}

interface SupplierFieldProps {
  readonly id: string;
  readonly value: unknown;
  readonly onChange: (value: Supplier | undefined) => void;
  readonly onLeave: () => void;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}

const shown = 20;

/** Chooses a supplier by its name: as one types, the server is asked which there are, and how many is said. */
export function SupplierField({ id, value, onChange, onLeave, describedBy, isInvalid }: SupplierFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const name = useSettled(typed.trim());
  const { data, isError, isFetching } = useAnswer(queryProviders, { page_size: shown, ...(name === "" ? {} : { name }) });
  const chosen = value as Supplier | undefined;
  const options = (data?.result ?? []).map((one) => ({ value: one.provider_uuid, text: one.name }));
  const count = data?.total ?? 0;
  return (
    <>
      <Combobox
        id={id}
        value={chosen?.uuid ?? ""}
        valueText={chosen?.name ?? ""}
        options={options}
        onType={setTyped}
        onChange={(option) => onChange(option === null ? undefined : { uuid: option.value, name: option.text })}
        onLeave={onLeave}
        placeholder={t("providers.choose")}
        note={t(isError ? "ui.failed" : isFetching ? "ui.loading" : "providers.foundNone")}
        clearText={null}
        describedBy={describedBy}
        isInvalid={isInvalid}
        isRequired
      />
      <span className={typed === "" ? "heard" : "form-hint"} role="status">
        {typed !== "" && !isFetching && data !== undefined && t("providers.found", { count })}
      </span>
    </>
  );
}
