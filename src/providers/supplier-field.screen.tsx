import { useState } from "react";
import { useAnswer } from "#src/api/caller.tsx";
import { useSettled } from "#src/api/use-settled.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Combobox } from "#src/ui/combobox.tsx";
import { queryProviders } from "./providers.contract.ts";

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
  const { data, isError } = useAnswer(queryProviders, { page_size: shown, ...(name === "" ? {} : { name }) });
  // What was on offer stays until the next answer is there: a press on it in between is not lost.
  const [seen, setSeen] = useState(data);
  if (data !== undefined && data !== seen) setSeen(data);
  const chosen = value as Supplier | undefined;
  const isAnswered = data !== undefined && name === typed.trim();
  const options = ((data ?? seen)?.result ?? [])
    // Nor does Enter take one of them that does not fit what has been typed since.
    .filter((one) => isAnswered || one.name.toLowerCase().includes(typed.trim().toLowerCase()))
    .map((one) => ({ value: one.provider_uuid, text: one.name }));
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
        note={t(isError ? "ui.failed" : isAnswered ? "providers.foundNone" : "ui.loading")}
        clearText={null}
        describedBy={describedBy}
        isInvalid={isInvalid}
        isRequired
      />
      {/* Who sees the list sees how many; a line below it would only move the fields, and be covered. */}
      <span className="heard" role="status">
        {typed !== "" && isAnswered && t("providers.found", { count })}
      </span>
    </>
  );
}
