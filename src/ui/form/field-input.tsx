import type { ReactNode } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { DateField } from "../date-field.tsx";
import { TextField } from "../text-field.tsx";
import type { KindProps } from "./field-kinds.ts";
import { drawKind } from "./field-kinds.ts";
import { OtherInput } from "./lazy-input.ts";
import { PasswordInput } from "./password-input.tsx";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** One declared field, drawn by the part of the kit for its kind. */
export function FieldInput(props: KindProps): ReactNode {
  const { t } = useTranslation();
  const { field, value, values, onChange, id, label, hint, error, isRequired = false, className = "" } = props;
  // Parts of the kit may be left with an event.
  const onLeave = (part?: unknown) => props.onLeave(typeof part === "string" ? part : undefined);
  const common = { id, label, hint, error, isRequired, className, onLeave: () => onLeave() };
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
    case "date":
      return <DateField {...common} min={field.min} max={field.max} value={textOf(value)} onValue={onChange} />;
    case "number":
    case "timeZone":
    case "choice":
    case "choices":
    case "switch":
      return <OtherInput {...props} field={field} />;
    case "country":
    case "address":
    case "images":
      return drawKind(field.kind, { ...props, onLeave });
    case "custom":
      return field.render({ ...props, onLeave });
  }
}
