import type { KindProps } from "#src/ui/form/field-kinds.ts";
import { CountrySelect } from "./country-select.tsx";

/** A form's field of the kind `country`: its value is the two-letter code, empty for none. */
export function CountryField({ id, field, value, onChange, onLeave, describedBy, isInvalid }: KindProps) {
  return (
    <CountrySelect
      id={id}
      value={typeof value === "string" ? value : ""}
      onChange={onChange}
      onLeave={() => onLeave()}
      describedBy={describedBy}
      isInvalid={isInvalid}
      isRequired={field.isRequired === true}
    />
  );
}
