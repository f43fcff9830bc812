import "./date-field.css";
import { Suspense } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { dateFormat } from "#src/kit/lib/formats.ts";
import type { DateFieldProps, DateRangeFieldProps } from "./date-props.ts";
import type { FieldProps } from "./field-frame.tsx";
import { lazyPart } from "./lazy-part.ts";

const DatePicker = lazyPart(async () => (await import("./date-picker.tsx")).DatePicker);
const DateRangePicker = lazyPart(async () => (await import("./date-picker.tsx")).DateRangePicker);

/** Looks like the field until its chunk is loaded. */
function Waiting({ label, isLabelHidden, className = "", days }: FieldProps & { readonly days: readonly string[] }) {
  const { locale } = useTranslation();
  const format = dateFormat(locale, { timeZone: "UTC", year: "numeric", month: "2-digit", day: "2-digit" });
  return (
    <div className={`field ${className}`.trim()} aria-busy="true">
      <span className={isLabelHidden === true ? "visually-hidden" : "field-label"}>{label}</span>
      <div className="field-input date-box" data-rac="">
        {days.map((day) => (day === "" ? "" : format.format(new Date(`${day}T00:00:00Z`)))).join(" – ")}
      </div>
    </div>
  );
}

/** A labelled day, typed and read in the page's language, or chosen from a calendar. */
export function DateField(props: DateFieldProps) {
  return (
    <Suspense fallback={<Waiting {...props} days={[props.value]} />}>
      <DatePicker {...props} />
    </Suspense>
  );
}

/** A labelled day and time, YYYY-MM-DDTHH:MM, as a clock on the wall shows it. */
export function DateTimeField(props: DateFieldProps) {
  return (
    <Suspense fallback={<Waiting {...props} days={[props.value.slice(0, 10)]} />}>
      <DatePicker {...props} hasTime />
    </Suspense>
  );
}

/** Two labelled days, either of which may be empty, typed in the page's language, or chosen from one calendar. */
export function DateRangeField(props: DateRangeFieldProps) {
  return (
    <Suspense fallback={<Waiting {...props} days={[props.from, props.until]} />}>
      <DateRangePicker {...props} />
    </Suspense>
  );
}
