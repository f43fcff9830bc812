import type { ReactNode } from "react";
import { TextField } from "../text-field.tsx";
import type { KindProps } from "./field-kinds.ts";
import { drawKind } from "./field-kinds.ts";
import { OtherInput } from "./lazy-input.ts";
import { PasswordInput } from "./password-input.tsx";

/** One declared field, drawn by the part of the kit for its kind. */
export function FieldInput(props: KindProps): ReactNode {
  const { field, value, values, onChange, ...shared } = props;
  const text = typeof value === "string" ? value : "";
  switch (field.kind) {
    case "text":
    case "email":
    case "tel":
    case "url":
    case "lines": {
      const { kind, maxLength, autoComplete } = field;
      const type = kind === "lines" ? { rows: 3 } : { type: kind };
      return <TextField {...shared} {...type} maxLength={maxLength} autoComplete={autoComplete} value={text} onText={onChange} />;
    }
    case "password": {
      const { autoComplete = "off", meter } = field;
      return <PasswordInput {...shared} autoComplete={autoComplete} value={text} onText={onChange} meter={meter?.(text, values) ?? null} />;
    }
    case "date":
    case "number":
    case "timeZone":
    case "choice":
    case "choices":
    case "switch":
      return <OtherInput {...props} field={field} />;
    case "country":
    case "address":
    case "images":
      return drawKind(field.kind, props);
    case "custom":
      return field.render(props);
  }
}
