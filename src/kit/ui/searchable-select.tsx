import { useMemo, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Combobox } from "./combobox.tsx";
import type { FieldProps } from "./field-frame.tsx";

interface SearchableSelectProps extends FieldProps {
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly placeholder?: string;
}

/** Normalises a text for comparing: lower case, with the separators of IANA names as spaces. */
const plain = (text: string) => text.toLowerCase().replaceAll(/[_/]/g, " ");

/** One of many known options, found by any part of their texts. One is always chosen. */
export function SearchableSelect({ options, value, onValue, placeholder, ...field }: SearchableSelectProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const fitting = useMemo(() => {
    const words = plain(typed).split(" ").filter(Boolean);
    return words.length === 0 ? options : options.filter(({ text }) => words.every((word) => plain(text).includes(word)));
  }, [options, typed]);
  return (
    <Combobox
      {...field}
      value={value}
      valueText={options.find((option) => option.value === value)?.text ?? value}
      options={fitting}
      onType={setTyped}
      onChange={(option) => onValue(option?.value ?? "")}
      placeholder={placeholder ?? t("ui.typeToSearch")}
      note={t("ui.nothingFits")}
    />
  );
}
