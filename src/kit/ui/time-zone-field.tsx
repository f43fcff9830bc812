import type { FieldProps } from "./field-frame.tsx";
import { SearchableSelect } from "./searchable-select.tsx";

/** Time zones by their IANA names; UTC is not among those that browsers list. */
const timeZones = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])].map((name) => ({ value: name, text: name }));

interface TimeZoneFieldProps extends FieldProps {
  /** IANA, empty for none */
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** A time zone, found by any part of its name: "Berlin" finds Europe/Berlin. */
export function TimeZoneField(props: TimeZoneFieldProps) {
  return <SearchableSelect {...props} options={timeZones} />;
}
