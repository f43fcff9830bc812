import { NumberParser } from "@internationalized/number";
import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import type { Ref } from "react";
import { useMemo, useState } from "react";
import { Button, Input, NumberField as AriaNumberField } from "react-aria-components/NumberField";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { FieldProps } from "./field-frame.tsx";
import { FieldLabel, FieldNotes, getFieldClass, getFieldProps, InputFrame } from "./field-frame.tsx";

interface NumberFieldProps extends FieldProps {
  readonly value: number | null;
  /** called on each key that changes the number; null for an empty field and for what is not a number */
  readonly onNumber: (value: number | null) => void;
  /** bounds of the arrow keys and the buttons; a number beyond them can be typed, and the form refuses it */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number;
  /** drawn inside the field and read out with its label's description */
  readonly unit?: string | undefined;
  /** most digits after the decimal point; 0 by default */
  readonly fractionDigits?: number;
  /** least digits after the decimal point, as in amounts of money */
  readonly fractionDigitsMin?: number;
  /** buttons for less and more, for fingers */
  readonly hasSteps?: true;
  readonly isGrouped?: boolean;
  readonly placeholder?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** So many digits after the decimal point are understood in a whole number, to refuse it. */
const mostTypedDigits = 6;

/** The text typed since the value was last formatted: it is not formatted while somebody types. */
interface Draft {
  readonly shown: number | null;
  readonly typed: number | null;
}

/** A labelled number, typed and read in the page's language; a whole number unless `fractionDigits` is given. */
export function NumberField(props: NumberFieldProps) {
  const { label, isLabelHidden, hint, isRequired, className, value, onNumber, min, max, step = 1, unit } = props;
  const { fractionDigits = 0, fractionDigitsMin = 0, hasSteps, isGrouped = true, placeholder, ref } = props;
  const { t, locale } = useTranslation();
  const isWhole = fractionDigits === 0 && fractionDigitsMin === 0;
  const [draft, setDraft] = useState<Draft | null>(null);
  const format = useMemo<Intl.NumberFormatOptions>(
    () => ({
      style: "decimal",
      minimumFractionDigits: fractionDigitsMin,
      // A decimal point can be typed in a whole number too, and is refused: left out, 2.5 would silently become 25.
      maximumFractionDigits: isWhole ? mostTypedDigits : Math.max(fractionDigits, fractionDigitsMin),
      useGrouping: isGrouped,
    }),
    [fractionDigits, fractionDigitsMin, isWhole, isGrouped],
  );
  const parser = useMemo(() => new NumberParser(locale, format), [locale, format]);
  const shown = draft !== null && Object.is(draft.typed, value) ? draft.shown : value;
  const isRefused = (number: number) => isWhole && !Number.isInteger(number);
  const [isWrong, setWrong] = useState(false);
  const type = (text: string) => {
    const parsed = text.trim() === "" ? Number.NaN : parser.parse(text);
    const isNone = Number.isNaN(parsed);
    const typed = isNone || isRefused(parsed) ? null : parsed;
    setWrong(!isNone && isRefused(parsed));
    setDraft({ shown, typed });
    if (!Object.is(typed, value)) onNumber(typed);
  };
  const commit = (given: number) => {
    // What was not typed came by an arrow key, which stops at the bound.
    const number = draft === null && min !== undefined && given < min ? min : given;
    const isNone = Number.isNaN(number);
    const wrong = !isNone && isRefused(number);
    setWrong(wrong);
    // What is refused stays in the field, with the reason.
    setDraft(wrong ? { shown: number, typed: null } : null);
    const next = isNone || wrong ? null : number;
    if (!Object.is(next, value)) onNumber(next);
  };
  const error = props.error ?? (isWrong && value === null ? t("ui.notWhole") : undefined);
  return (
    <AriaNumberField
      {...getFieldProps({ ...props, error })}
      className={getFieldClass(className, "number-field")}
      value={shown ?? Number.NaN}
      onChange={commit}
      formatOptions={format}
      step={step}
      commitBehavior="validate"
      isWheelDisabled
      // With a bound of 0, a minus sign could not be typed: -5 would silently become 5.
      {...(min === undefined || (min >= 0 && hasSteps !== true) ? {} : { minValue: min })}
      {...(max === undefined ? {} : { maxValue: max })}
    >
      <FieldLabel label={label} isLabelHidden={isLabelHidden} isRequired={isRequired} />
      <InputFrame className={hasSteps === true ? "number-steps" : ""}>
        {hasSteps === true && (
          <Button slot="decrement" className="number-step">
            <Minus size={16} aria-hidden />
          </Button>
        )}
        <span className="number-box">
          <Input
            className="field-input"
            ref={ref ?? null}
            inputMode={fractionDigits > 0 ? "decimal" : "numeric"}
            onInput={(event) => type(event.currentTarget.value)}
            {...(placeholder === undefined ? {} : { placeholder })}
          />
          {unit !== undefined && <span className="input-unit">{unit}</span>}
        </span>
        {hasSteps === true && (
          <Button slot="increment" className="number-step">
            <Plus size={16} aria-hidden />
          </Button>
        )}
      </InputFrame>
      <FieldNotes hint={hint} error={error} />
    </AriaNumberField>
  );
}
