import type { ReactNode } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { CheckboxGroup } from "../checkbox-group.tsx";
import { DateField } from "../date-field.tsx";
import { NumberField } from "../number-field.tsx";
import { RadioGroup } from "../radio-group.tsx";
import { Select } from "../select.tsx";
import { Switch } from "../switch.tsx";
import { TimeZoneField } from "../time-zone-field.tsx";
import type { KindProps } from "./field-kinds.ts";
import type { Field, Values } from "./form-definition.ts";
import { getCodeMessage, sayMessage } from "./form-message.rules.ts";

export interface OtherInputProps extends KindProps {
  readonly field: Extract<Field<Values>, { kind: "date" | "number" | "timeZone" | "choice" | "choices" | "switch" }>;
}

/** A field that is not a text: half of the kit's fields, which a login does not need. */
export function OtherInput({ field, value, onChange, ...shared }: OtherInputProps): ReactNode {
  const { t, locale } = useTranslation();
  const text = typeof value === "string" ? value : "";
  const options = "options" in field ? field.options.map((option) => ({ value: option.value, text: t(option.text) })) : [];
  const choose = (chosen: unknown) => {
    onChange(chosen);
    shared.onLeave();
  };
  switch (field.kind) {
    case "date":
      return <DateField {...shared} max={field.max} value={text} onValue={onChange} />;
    case "number": {
      const { per = 1, digits = 0, min, max } = field;
      const unit = field.unit === undefined ? undefined : t(field.unit);
      const number = typeof value === "number" ? value / per : null;
      const change = (typed: number | null) => onChange(typed === null ? undefined : per === 1 ? typed : Math.round(typed * per));
      return <NumberField {...shared} min={min} max={max} unit={unit} fractionDigits={digits} value={number} onNumber={change} />;
    }
    case "timeZone":
      return <TimeZoneField {...shared} value={text} onValue={onChange} />;
    case "choice":
      if (field.look === "radio") return <RadioGroup {...shared} options={options} value={text} onValue={choose} />;
      return <Select {...shared} options={options} value={text} onValue={choose} />;
    case "choices":
      return <CheckboxGroup {...shared} options={options} value={Array.isArray(value) ? value.map(String) : []} onValue={choose} />;
    case "switch": {
      // A blocked switch stays in the keyboard order with its reason.
      const reason = field.blockedBy === undefined ? undefined : sayMessage(getCodeMessage(field.blockedBy), t, locale);
      return <Switch {...shared} reason={reason} isOn={value === true} onSwitch={onChange} />;
    }
  }
}
