import "./field.css";
import "./checkbox.css";
import { Checkbox, CheckboxGroup as AriaCheckboxGroup } from "react-aria-components/CheckboxGroup";
import { CheckMark } from "./checkbox.tsx";
import type { FieldProps } from "./field-frame.tsx";
import { FieldLabel, FieldNotes, getFieldClass, getFieldProps } from "./field-frame.tsx";

interface CheckboxGroupProps<V extends string> extends FieldProps {
  readonly options: readonly { readonly value: V; readonly text: string; readonly hint?: string; readonly isDisabled?: boolean }[];
  readonly value: readonly V[];
  readonly onValue: (value: V[]) => void;
}

/** Several of a few options, each with a checkbox. */
export function CheckboxGroup<V extends string>(props: CheckboxGroupProps<V>) {
  const { label, isLabelHidden, hint, error, isRequired, className, options, value, onValue } = props;
  return (
    <AriaCheckboxGroup
      {...getFieldProps(props)}
      className={getFieldClass(className, "check-group")}
      value={[...value]}
      onChange={(chosen) => onValue(options.flatMap((option) => (chosen.includes(option.value) ? [option.value] : [])))}
    >
      <FieldLabel label={label} isLabelHidden={isLabelHidden} isRequired={isRequired} />
      <div className="check-options">
        {options.map((option) => (
          <Checkbox key={option.value} className="check" value={option.value} isDisabled={option.isDisabled === true}>
            <CheckMark />
            <span className="check-text">
              {option.text}
              {option.hint !== undefined && <span className="check-hint">{option.hint}</span>}
            </span>
          </Checkbox>
        ))}
      </div>
      <FieldNotes hint={hint} error={error} />
    </AriaCheckboxGroup>
  );
}
