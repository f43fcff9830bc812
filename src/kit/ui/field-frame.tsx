import "./field.css";
import "./field-frame.css";
import type { ComponentProps } from "react";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";

/** What every labelled field takes. */
export interface FieldProps {
  readonly label: string;
  /** the label is read out and not drawn */
  readonly isLabelHidden?: true;
  readonly hint?: string | undefined;
  /** what is wrong with the value; the field is then marked and read out as invalid */
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  /** id of the element that takes the focus */
  readonly id?: string;
  /** called when the focus leaves the whole field */
  readonly onLeave?: (() => void) | undefined;
  readonly autoFocus?: boolean;
  readonly className?: string;
  /** ids of elements elsewhere that describe the field too */
  readonly "aria-describedby"?: string | undefined;
}

/** The star after the label of a field that requires a value; a screen reader hears it from the input. */
export function RequiredMark() {
  return (
    <span className="field-required" aria-hidden="true">
      *
    </span>
  );
}

interface FieldLabelProps {
  readonly label: string;
  readonly isLabelHidden?: true | undefined;
  readonly isRequired?: boolean | undefined;
}

/** The label of a field, with a star where a value is required. */
export function FieldLabel({ label, isLabelHidden, isRequired = false }: FieldLabelProps) {
  return (
    <Label className={isLabelHidden === true ? "visually-hidden" : "field-label"}>
      {label}
      {isRequired && <RequiredMark />}
    </Label>
  );
}

interface FieldNotesProps {
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** for a field of several inputs, which React Aria does not connect with the notes: see `getNotesIds` */
  readonly id?: string;
}

/** Gets the ids of a field's notes, which describe its inputs; undefined where it has none. */
export function getNotesIds(id: string, { hint, error }: Pick<FieldNotesProps, "hint" | "error">): string | undefined {
  const ids = [hint === undefined ? "" : `${id}-hint`, error === undefined ? "" : `${id}-error`].filter(Boolean).join(" ");
  return ids === "" ? undefined : ids;
}

/** Hint and error below a field; the field is described by both. */
export function FieldNotes({ hint, error, id }: FieldNotesProps) {
  return (
    <>
      {hint !== undefined && (
        <Text slot="description" className="field-hint" {...(id === undefined ? {} : { id: `${id}-hint` })}>
          {hint}
        </Text>
      )}
      {error !== undefined && (
        <Text slot="errorMessage" className="field-error" role="alert" {...(id === undefined ? {} : { id: `${id}-error` })}>
          {error}
        </Text>
      )}
    </>
  );
}

/** Gets the props of React Aria that all fields share. The form checks values, never the browser. */
export function getFieldProps({ id, error, isRequired, isDisabled, onLeave, autoFocus, ...rest }: FieldProps) {
  const describedBy = rest["aria-describedby"];
  return {
    isInvalid: error !== undefined,
    isRequired: isRequired === true,
    isDisabled: isDisabled === true,
    autoFocus: autoFocus === true,
    validationBehavior: "aria" as const,
    ...(id === undefined ? {} : { id }),
    ...(describedBy === undefined ? {} : { "aria-describedby": describedBy }),
    ...(onLeave === undefined ? {} : { onBlur: () => onLeave() }),
  };
}

/** Gets the class names of a field's outermost element. */
export function getFieldClass(className: string | undefined, own?: string): string {
  return ["field", own, className].filter(Boolean).join(" ");
}

/** An input with a unit or an icon at its edge. */
export function InputFrame({ className = "", ...rest }: Pick<ComponentProps<"div">, "children" | "className" | "onKeyDownCapture">) {
  return <div {...rest} className={`input-frame ${className}`.trim()} />;
}
