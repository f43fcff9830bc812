import "./radio-group.css";
import type { ReactNode } from "react";
import { Radio, RadioGroup as AriaRadioGroup } from "react-aria-components/RadioGroup";
import type { FieldProps } from "./field-frame.tsx";
import { FieldLabel, FieldNotes, getFieldClass, getFieldProps } from "./field-frame.tsx";

export interface RadioOption<V extends string> {
  readonly value: V;
  readonly text: string;
  readonly hint?: string;
  readonly icon?: ReactNode;
  readonly lang?: string;
  readonly isDisabled?: boolean;
}

interface RadioGroupProps<V extends string> extends FieldProps {
  readonly options: readonly RadioOption<V>[];
  readonly value: V | "";
  readonly onValue: (value: V) => void;
  /** a list below each other, or segments side by side */
  readonly look?: "list" | "segments";
}

/** One of a few options, all visible. */
export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const { label, isLabelHidden, hint, error, isRequired, className, options, value, onValue, look = "list" } = props;
  const choose = (chosen: string) => {
    const option = options.find((one) => one.value === chosen);
    if (option !== undefined) onValue(option.value);
  };
  return (
    <AriaRadioGroup
      {...getFieldProps(props)}
      className={getFieldClass(className, `radio-group radio-${look}`)}
      value={value === "" ? null : value}
      onChange={choose}
      orientation={look === "list" ? "vertical" : "horizontal"}
    >
      <FieldLabel label={label} isLabelHidden={isLabelHidden} isRequired={isRequired} />
      <div className="radio-options">
        {options.map((option) => (
          <Radio
            key={option.value}
            className="radio"
            value={option.value}
            isDisabled={option.isDisabled === true}
            {...(option.lang === undefined ? {} : { lang: option.lang })}
          >
            {look === "list" && <span className="radio-mark" />}
            {option.icon}
            <span className="radio-text">
              {option.text}
              {option.hint !== undefined && <span className="check-hint">{option.hint}</span>}
            </span>
          </Radio>
        ))}
      </div>
      <FieldNotes hint={hint} error={error} />
    </AriaRadioGroup>
  );
}
