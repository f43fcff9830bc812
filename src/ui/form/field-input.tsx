import type { ReactNode } from "react";
import type { Translate } from "#src/i18n/shown.store.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { CheckboxGroup } from "../checkbox-group.tsx";
import { DateField } from "../date-field.tsx";
import { NumberField } from "../number-field.tsx";
import { RadioGroup } from "../radio-group.tsx";
import { Select } from "../select.tsx";
import { Switch } from "../switch.tsx";
import { TextField } from "../text-field.tsx";
import { TimeZoneField } from "../time-zone-field.tsx";
import { drawKind } from "./field-kinds.ts";
import type { CustomFieldProps, Field, Values } from "./form-definition.ts";
import { messageOfCode, sayMessage } from "./form-message.rules.ts";
import { PasswordInput } from "./password-input.tsx";

export interface FieldInputProps extends CustomFieldProps<Values> {
  readonly field: Field<Values>;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const optionsOf = ({ options }: Extract<Field<Values>, { options: unknown }>, t: Translate) =>
  options.map(({ value, text }) => ({ value, text: t(text) }));

/** One declared field, drawn by the part of the kit for its kind. */
export function FieldInput(props: FieldInputProps): ReactNode {
  const { t, locale } = useTranslation();
  const { field, value, values, onChange, id, label, hint, error, isRequired = false, className = "" } = props;
  // Parts of the kit may be left with an event.
  const onLeave = (part?: unknown) => props.onLeave(typeof part === "string" ? part : undefined);
  const common = { id, label, hint, error, isRequired, className, onLeave: () => onLeave() };
  const choose = (chosen: unknown) => {
    onChange(chosen);
    onLeave();
  };
  switch (field.kind) {
    case "text":
    case "email":
    case "tel":
    case "url":
    case "lines": {
      const { kind, placeholder, maxLength, autoComplete } = field;
      const type = kind === "lines" ? { rows: 3 } : { type: kind };
      const given = { ...type, maxLength, autoComplete, placeholder: placeholder === undefined ? undefined : t(placeholder) };
      return <TextField {...common} {...given} value={textOf(value)} onText={onChange} />;
    }
    case "password": {
      const meter = field.meter?.(textOf(value), values) ?? null;
      const autoComplete = field.autoComplete ?? "off";
      return <PasswordInput {...common} autoComplete={autoComplete} value={textOf(value)} onText={onChange} meter={meter} />;
    }
    case "number": {
      const { per = 1, digits = 0, min, max, unit } = field;
      const given = { min, max, unit: unit === undefined ? undefined : t(unit), fractionDigits: digits };
      const change = (number: number | null) => onChange(number === null ? undefined : per === 1 ? number : Math.round(number * per));
      return <NumberField {...common} {...given} value={typeof value === "number" ? value / per : null} onNumber={change} />;
    }
    case "date":
      return <DateField {...common} min={field.min} max={field.max} value={textOf(value)} onValue={onChange} />;
    case "timeZone":
      return <TimeZoneField {...common} value={textOf(value)} onValue={onChange} />;
    case "choice":
      if (field.look === "radio") return <RadioGroup {...common} options={optionsOf(field, t)} value={textOf(value)} onValue={choose} />;
      return <Select {...common} options={optionsOf(field, t)} value={textOf(value)} onValue={choose} />;
    case "choices":
      return (
        <CheckboxGroup {...common} options={optionsOf(field, t)} value={Array.isArray(value) ? value.map(String) : []} onValue={choose} />
      );
    case "switch": {
      // Blocked, it stays in the order of the keyboard with its reason.
      const reason = field.blockedBy === undefined ? undefined : sayMessage(messageOfCode(field.blockedBy), t, locale);
      return <Switch {...common} reason={reason} isOn={value === true} onSwitch={onChange} />;
    }
    case "country":
    case "address":
    case "images":
      return drawKind(field.kind, { ...props, onLeave });
    case "custom":
      return field.render({ ...props, onLeave });
  }
}
