import type { ReactNode } from "react";
import type { Translate } from "#src/i18n/shown.store.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { CheckboxGroup } from "../checkbox-group.tsx";
import { NumberField } from "../number-field.tsx";
import { RadioGroup } from "../radio-group.tsx";
import { Select } from "../select.tsx";
import { Switch } from "../switch.tsx";
import { TimeZoneField } from "../time-zone-field.tsx";
import type { KindProps } from "./field-kinds.ts";
import type { Field, Values } from "./form-definition.ts";
import { messageOfCode, sayMessage } from "./form-message.rules.ts";

type OtherKind = "number" | "timeZone" | "choice" | "choices" | "switch";

export interface OtherInputProps extends Omit<KindProps, "field"> {
  readonly field: Extract<Field<Values>, { kind: OtherKind }>;
}

const optionsOf = ({ options }: Extract<Field<Values>, { options: unknown }>, t: Translate) =>
  options.map(({ value, text }) => ({ value, text: t(text) }));

/** A field of a kind that is more than a text: half of the kit's fields, which a login does without. */
export function OtherInput(props: OtherInputProps): ReactNode {
  const { t, locale } = useTranslation();
  const { field, value, onChange, id, label, hint, error, isRequired = false, className = "" } = props;
  const onLeave = () => props.onLeave();
  const common = { id, label, hint, error, isRequired, className, onLeave };
  const text = typeof value === "string" ? value : "";
  const choose = (chosen: unknown) => {
    onChange(chosen);
    onLeave();
  };
  switch (field.kind) {
    case "number": {
      const { per = 1, digits = 0, min, max, unit } = field;
      const given = { min, max, unit: unit === undefined ? undefined : t(unit), fractionDigits: digits };
      const change = (number: number | null) => onChange(number === null ? undefined : per === 1 ? number : Math.round(number * per));
      return <NumberField {...common} {...given} value={typeof value === "number" ? value / per : null} onNumber={change} />;
    }
    case "timeZone":
      return <TimeZoneField {...common} value={text} onValue={onChange} />;
    case "choice":
      if (field.look === "radio") return <RadioGroup {...common} options={optionsOf(field, t)} value={text} onValue={choose} />;
      return <Select {...common} options={optionsOf(field, t)} value={text} onValue={choose} />;
    case "choices":
      return (
        <CheckboxGroup {...common} options={optionsOf(field, t)} value={Array.isArray(value) ? value.map(String) : []} onValue={choose} />
      );
    case "switch": {
      // Blocked, it stays in the order of the keyboard with its reason.
      const reason = field.blockedBy === undefined ? undefined : sayMessage(messageOfCode(field.blockedBy), t, locale);
      return <Switch {...common} reason={reason} isOn={value === true} onSwitch={onChange} />;
    }
  }
}
