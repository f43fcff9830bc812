import "./switch.css";
import { useId } from "react";
import { Switch as AriaSwitch } from "react-aria-components/Switch";
import type { FieldProps } from "./field-frame.tsx";

interface SwitchProps extends FieldProps {
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  /** why it cannot be switched; it stays in the keyboard order, and the reason is read out */
  readonly reason?: string | undefined;
}

/** A switch: on or off, with immediate effect. */
export function Switch(props: SwitchProps) {
  const { label, isLabelHidden, hint, error, reason, isOn, onSwitch, isDisabled, id, onLeave, autoFocus, className = "" } = props;
  const noteId = useId();
  const note = reason ?? hint;
  const describedBy = [note === undefined ? "" : noteId, error === undefined ? "" : `${noteId}-error`, props["aria-describedby"] ?? ""]
    .filter(Boolean)
    .join(" ");
  return (
    <div className={`switch-field ${className}`.trim()} data-invalid={error !== undefined || undefined}>
      <AriaSwitch
        className="switch"
        isSelected={isOn}
        onChange={onSwitch}
        isReadOnly={reason !== undefined}
        isDisabled={isDisabled === true}
        autoFocus={autoFocus === true}
        {...(id === undefined ? {} : { id })}
        {...(onLeave === undefined ? {} : { onBlur: () => onLeave() })}
        {...(describedBy === "" ? {} : { "aria-describedby": describedBy })}
        {...(isLabelHidden === true ? { "aria-label": label } : {})}
      >
        <span className="switch-track" />
        {isLabelHidden !== true && <span className="check-text">{label}</span>}
      </AriaSwitch>
      {note !== undefined && (
        <span className="field-hint switch-note" id={noteId}>
          {note}
        </span>
      )}
      {error !== undefined && (
        <span className="field-error switch-note" id={`${noteId}-error`} role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
