import type { ReactNode } from "react";
import type { FieldProps } from "../field-frame.tsx";

/** Several inputs under one name: the label is that of the group, which hint and error describe. */
export function FieldGroup({ id, label, hint, error, isRequired, className = "", children }: FieldProps & { children: ReactNode }) {
  const notes = [hint === undefined ? "" : `${id}-hint`, error === undefined ? "" : `${id}-error`].filter(Boolean).join(" ");
  return (
    <div
      className={`field ${className}`}
      data-invalid={error !== undefined || undefined}
      role="group"
      aria-labelledby={`${id}-label`}
      {...(notes === "" ? {} : { "aria-describedby": notes })}
    >
      <span className="field-label" id={`${id}-label`}>
        {label}
        {isRequired === true && (
          <span className="field-required" aria-hidden="true">
            *
          </span>
        )}
      </span>
      {children}
      {hint !== undefined && (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error !== undefined && (
        <span className="field-error" id={`${id}-error`} role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
