import { useMemo, useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Combobox } from "#src/ui/old-combobox.tsx";
import type { CustomFieldProps } from "#src/ui/form/form-definition.ts";

interface PickFieldProps extends Pick<CustomFieldProps<object>, "id" | "value" | "onChange" | "describedBy" | "isInvalid" | "onLeave"> {
  readonly options: readonly { readonly value: string; readonly text: string }[];
}

/** Words as they are looked for: without case, and the signs of IANA names as spaces. */
const sought = (text: string) => text.toLowerCase().replaceAll(/[_/]/g, " ");

/** One of many in a form, found by any part of what it is called. Something is always chosen. */
export function PickField({ id, value, options, onChange, onLeave, describedBy, isInvalid }: PickFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const fitting = useMemo(() => {
    const words = sought(typed).split(" ").filter(Boolean);
    return words.length === 0 ? options : options.filter(({ text }) => words.every((word) => sought(text).includes(word)));
  }, [options, typed]);
  const chosen = typeof value === "string" ? value : "";
  return (
    <Combobox
      id={id}
      value={chosen}
      valueText={options.find((option) => option.value === chosen)?.text ?? chosen}
      options={fitting}
      onType={setTyped}
      onChange={(option) => onChange(option?.value ?? "")}
      onLeave={() => onLeave()}
      placeholder={t("rateCards.choose.find")}
      note={t("rateCards.choose.nothing")}
      clearText={null}
      describedBy={describedBy}
      isInvalid={isInvalid}
      isRequired
    />
  );
}
