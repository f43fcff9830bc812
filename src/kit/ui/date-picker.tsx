import type { CalendarDate, CalendarDateTime } from "@internationalized/date";
import { parseDate, parseDateTime } from "@internationalized/date";
import CalendarIcon from "lucide-react/icons/calendar";
import { useId, useState } from "react";
import { DateField as AriaDateField, DateInput, DateSegment } from "react-aria-components/DateField";
import { Button, Calendar, DatePicker as AriaDatePicker, Group, Popover } from "react-aria-components/DatePicker";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { RangeCalendar } from "react-aria-components/RangeCalendar";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { CalendarPage } from "./calendar-page.tsx";
import type { DateFieldProps, DateRangeFieldProps } from "./date-props.ts";
import { FieldLabel, FieldNotes, getFieldClass, getFieldProps, getNotesIds, RequiredMark } from "./field-frame.tsx";

/** Parses a day; null for an empty text, and for what is not a day. */
function parse<D>(text: string | undefined, parser: (text: string) => D): D | null {
  if (text === undefined || text === "") return null;
  try {
    return parser(text);
  } catch {
    return null;
  }
}

const parseDay = (text: string | undefined) => parse(text, parseDate);

const Segments = () => (
  <DateInput className="date-input">{(segment) => <DateSegment className="date-segment" segment={segment} />}</DateInput>
);

/** The field of DateField, in a chunk of its own. */
export function DatePicker({ hasTime = false, ...props }: DateFieldProps & { readonly hasTime?: boolean }) {
  const { label, isLabelHidden, hint, error, isRequired, className, value, onValue, min, max } = props;
  return (
    <AriaDatePicker<CalendarDate | CalendarDateTime>
      {...getFieldProps(props)}
      className={getFieldClass(className, "date-field")}
      value={hasTime ? parse(value, parseDateTime) : parseDay(value)}
      onChange={(day) => onValue(day?.toString().slice(0, hasTime ? 16 : 10) ?? "")}
      granularity={hasTime ? "minute" : "day"}
      shouldForceLeadingZeros
      minValue={parseDay(min)}
      maxValue={parseDay(max)}
    >
      <FieldLabel label={label} isLabelHidden={isLabelHidden} isRequired={isRequired} />
      <Group className="field-input date-box">
        <Segments />
        <Button className="input-button">
          <CalendarIcon size={16} aria-hidden />
        </Button>
      </Group>
      <FieldNotes hint={hint} error={error} />
      <Popover className="popover" placement="bottom start">
        <Dialog className="popover-box">
          <Calendar className="calendar">
            <CalendarPage />
          </Calendar>
        </Dialog>
      </Popover>
    </AriaDatePicker>
  );
}

interface EndProps {
  readonly label: string;
  readonly value: string;
  readonly onDay: (value: string) => void;
  readonly field: DateRangeFieldProps;
}

/** One end of a range. */
function RangeEnd({ label, value, onDay, field }: EndProps) {
  const { onLeave: _, autoFocus: __, id: ___, ...props } = field;
  return (
    <AriaDateField
      {...getFieldProps(props)}
      className="date-end"
      aria-label={label}
      value={parseDay(value)}
      onChange={(day) => onDay(day?.toString() ?? "")}
      granularity="day"
      shouldForceLeadingZeros
    >
      <Segments />
    </AriaDateField>
  );
}

/** The field of DateRangeField, in a chunk of its own. */
export function DateRangePicker(props: DateRangeFieldProps) {
  const { label, isLabelHidden, hint, error, isRequired = false, className, from, until, onValue, id, onLeave } = props;
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const notesId = useId();
  const described = { ...props, "aria-describedby": getNotesIds(notesId, props) };
  const [first, last] = [parseDay(from), parseDay(until)];
  return (
    <Group
      className={getFieldClass(className, "date-range-field")}
      aria-label={label}
      {...(id === undefined ? {} : { id })}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave?.();
      }}
    >
      <span className={isLabelHidden === true ? "visually-hidden" : "field-label"}>
        {label}
        {isRequired && <RequiredMark />}
      </span>
      <div
        className="field-input date-box"
        data-rac=""
        {...(error === undefined ? {} : { "data-invalid": true })}
        {...(props.isDisabled === true ? { "data-disabled": true } : {})}
      >
        <RangeEnd label={t("ui.from")} value={from} onDay={(day) => onValue(day, until)} field={described} />
        <span aria-hidden="true">–</span>
        <RangeEnd label={t("ui.until")} value={until} onDay={(day) => onValue(from, day)} field={described} />
        <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
          <Button className="input-button" aria-label={t("ui.calendar")} isDisabled={props.isDisabled === true}>
            <CalendarIcon size={16} aria-hidden />
          </Button>
          <Popover className="popover" placement="bottom end">
            <Dialog className="popover-box" aria-label={label}>
              <RangeCalendar
                className="calendar"
                value={first !== null && last !== null && first.compare(last) <= 0 ? { start: first, end: last } : null}
                onChange={({ start, end }) => {
                  onValue(start.toString(), end.toString());
                  setOpen(false);
                }}
              >
                <CalendarPage />
              </RangeCalendar>
            </Dialog>
          </Popover>
        </DialogTrigger>
      </div>
      <FieldNotes hint={hint} error={error} id={notesId} />
    </Group>
  );
}
