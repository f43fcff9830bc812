import "./field.css";
import "./checkbox.css";
import Check from "lucide-react/icons/check";
import Minus from "lucide-react/icons/minus";
import type { ReactNode } from "react";
import { useId } from "react";
import { Checkbox as AriaCheckbox } from "react-aria-components/Checkbox";

/** The box of a checkbox with its mark. */
export function CheckMark({ isMixed = false }: { readonly isMixed?: boolean }) {
  const Icon = isMixed ? Minus : Check;
  return (
    <span className="check-mark">
      <Icon size={14} strokeWidth={3} aria-hidden />
    </span>
  );
}

interface CheckboxProps {
  readonly label: string;
  readonly isLabelHidden?: true;
  readonly isChecked: boolean;
  /** some of the items that it selects are selected */
  readonly isMixed?: boolean;
  readonly onChecked: (isChecked: boolean) => void;
  readonly isDisabled?: boolean;
  readonly isRequired?: boolean;
  readonly error?: string | undefined;
  readonly id?: string;
  readonly onLeave?: (() => void) | undefined;
  readonly autoFocus?: boolean;
  readonly className?: string;
  readonly "aria-describedby"?: string | undefined;
  /** drawn beside the label: a count, a picture */
  readonly children?: ReactNode;
  /** not reached by Tab: arrow keys move to it */
  readonly excludeFromTabOrder?: boolean;
}

/** A checkbox. */
export function Checkbox(props: CheckboxProps) {
  const { label, isLabelHidden, isChecked, isMixed = false, onChecked, error, id, onLeave, className = "", children, ...rest } = props;
  const errorId = useId();
  const describedBy = [rest["aria-describedby"], error === undefined ? "" : errorId].filter(Boolean).join(" ");
  return (
    <>
      <AriaCheckbox
        className={`check ${className}`.trim()}
        isSelected={isChecked}
        isIndeterminate={isMixed}
        onChange={onChecked}
        isDisabled={rest.isDisabled === true}
        isRequired={rest.isRequired === true}
        isInvalid={error !== undefined}
        validationBehavior="aria"
        autoFocus={rest.autoFocus === true}
        excludeFromTabOrder={rest.excludeFromTabOrder === true}
        {...(id === undefined ? {} : { id })}
        {...(onLeave === undefined ? {} : { onBlur: () => onLeave() })}
        {...(describedBy === "" ? {} : { "aria-describedby": describedBy })}
        {...(isLabelHidden === true ? { "aria-label": label } : {})}
      >
        <CheckMark isMixed={isMixed} />
        {isLabelHidden !== true && <span className="check-text">{label}</span>}
        {children}
      </AriaCheckbox>
      {error !== undefined && (
        <span id={errorId} className="field-error check-error" role="alert">
          {error}
        </span>
      )}
    </>
  );
}
