import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from "react-aria-components/Calendar";
import { Heading } from "react-aria-components/Heading";

/** A month of a calendar, with the buttons to the one before and after. */
export function CalendarPage() {
  return (
    <>
      <div className="calendar-head">
        <Button slot="previous" className="calendar-step">
          <ChevronLeft size={16} aria-hidden />
        </Button>
        <Heading className="calendar-month" />
        <Button slot="next" className="calendar-step">
          <ChevronRight size={16} aria-hidden />
        </Button>
      </div>
      <CalendarGrid className="calendar-grid">
        <CalendarGridHeader>{(day) => <CalendarHeaderCell className="calendar-weekday">{day}</CalendarHeaderCell>}</CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell className="calendar-day" date={date} />}</CalendarGridBody>
      </CalendarGrid>
    </>
  );
}
