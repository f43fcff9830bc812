import type { KindProps } from "#src/kit/ui/form/field-kinds.ts";
import { CountrySelect } from "./country-select.tsx";

/** A form field of the kind `country`: its value is the two-letter code, empty for none. */
export function CountryField({ value, onChange, ...field }: KindProps) {
  return <CountrySelect {...field} value={typeof value === "string" ? value : ""} onValue={onChange} />;
}
