import type { ReactNode } from "react";
import type { FieldProps } from "../field-frame.tsx";
import { FieldNotes, getFieldClass, getNotesIds, RequiredMark } from "../field-frame.tsx";

interface FieldGroupProps extends FieldProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** Several inputs under one label; hint and error describe the group. */
export function FieldGroup({ id, label, isLabelHidden, hint, error, isRequired, className, children }: FieldGroupProps) {
  return (
    <div
      className={getFieldClass(className)}
      data-invalid={error !== undefined || undefined}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={getNotesIds(id, { hint, error })}
    >
      <span className={isLabelHidden === true ? "visually-hidden" : "field-label"} id={`${id}-label`}>
        {label}
        {isRequired === true && <RequiredMark />}
      </span>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}
