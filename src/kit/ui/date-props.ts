import type { FieldProps } from "./field-frame.tsx";

export interface DateFieldProps extends FieldProps {
  /** YYYY-MM-DD; empty for none */
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** first and last day of the calendar, YYYY-MM-DD */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

export interface DateRangeFieldProps extends FieldProps {
  /** first and last day, YYYY-MM-DD; empty where that end is open */
  readonly from: string;
  readonly until: string;
  readonly onValue: (from: string, until: string) => void;
}
