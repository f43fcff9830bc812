import type { ReactNode } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";

interface FormFieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string | null;
  readonly error: string | null;
  readonly isRequired: boolean;
  /** whether it is several inputs under one name: the name is then that of the group */
  readonly isGroup: boolean;
  /** takes a whole line where fields stand beside each other */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** The ids of hint and error, for `aria-describedby`. */
export function describedBy(id: string, hint: unknown, error: unknown): string | undefined {
  const ids = [hint === null ? "" : `${id}-hint`, error === null ? "" : `${id}-error`].filter(Boolean).join(" ");
  return ids === "" ? undefined : ids;
}

/** Name, hint and error around what fills a field in. */
export function FormField({ id, label, hint, error, isRequired, isGroup, isWide = false, children }: FormFieldProps) {
  const { t } = useTranslation();
  const className = isWide ? "form-field form-field-wide" : "form-field";
  const name = (
    <>
      {label}
      {isRequired && (
        <>
          <span className="form-required" aria-hidden="true">
            *
          </span>
          <span className="heard">{t("form.requiredMark")}</span>
        </>
      )}
    </>
  );
  const below = (
    <>
      {hint !== null && (
        <p className="form-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== null && (
        <p className="form-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </>
  );
  if (!isGroup)
    return (
      <div className={className} data-wrong={error !== null}>
        <label className="form-label" htmlFor={id} id={`${id}-label`}>
          {name}
        </label>
        {children}
        {below}
      </div>
    );
  return (
    <div
      className={className}
      data-wrong={error !== null}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy(id, hint, error)}
    >
      <span className="form-label" id={`${id}-label`}>
        {name}
      </span>
      {children}
      {below}
    </div>
  );
}
