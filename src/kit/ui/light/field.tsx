import "../field.css";
import "./field.css";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { useId } from "react";

interface Labelled {
  label: string;
  hint?: string;
  error?: string;
}

/** Label, hint and error around one input; the input is told of both by its ids. */
function Frame({ id, label, hint, error, children }: Labelled & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
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

function describedBy(id: string, { hint, error }: Labelled): { "aria-describedby"?: string; "aria-invalid"?: true } {
  const ids = [hint === undefined ? "" : `${id}-hint`, error === undefined ? "" : `${id}-error`].filter(Boolean).join(" ");
  return { ...(ids === "" ? {} : { "aria-describedby": ids }), ...(error === undefined ? {} : { "aria-invalid": true as const }) };
}

type InputProps = Omit<ComponentPropsWithRef<"input">, "onChange"> & Labelled & { onText: (text: string) => void };

/** A labelled text or number input; `onText` gets what stands in it. */
export function Field({ label, hint, error, onText, ...rest }: InputProps) {
  const id = useId();
  const labelled: Labelled = { label, ...(hint === undefined ? {} : { hint }), ...(error === undefined ? {} : { error }) };
  return (
    <Frame id={id} {...labelled}>
      <input {...rest} {...describedBy(id, labelled)} id={id} className="field-input" onChange={(event) => onText(event.target.value)} />
    </Frame>
  );
}

/** A labelled day, YYYY-MM-DD or '' for none; `onText` never gets anything else. */
export function DateField(props: Omit<InputProps, "type">) {
  return <Field {...props} type="date" />;
}

interface SelectProps<V extends string> extends Labelled {
  value: V;
  options: readonly { value: V; text: string }[];
  onValue: (value: V) => void;
}

/** A labelled choice of one from a menu. */
export function Select<V extends string>({ label, hint, error, value, options, onValue }: SelectProps<V>) {
  const id = useId();
  const labelled: Labelled = { label, ...(hint === undefined ? {} : { hint }), ...(error === undefined ? {} : { error }) };
  const choose = (text: string) => {
    const chosen = options.find((option) => option.value === text);
    if (chosen !== undefined) onValue(chosen.value);
  };
  return (
    <Frame id={id} {...labelled}>
      <select {...describedBy(id, labelled)} id={id} className="field-input" value={value} onChange={(event) => choose(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** A checkbox. */
export function Checkbox({ label, checked, onChecked }: { label: string; checked: boolean; onChecked: (checked: boolean) => void }) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChecked(event.target.checked)} />
      {label}
    </label>
  );
}

interface ChoiceProps<V extends string> {
  label: string;
  /** whether the label is seen, or only heard */
  labelSeen?: boolean;
  value: V;
  options: readonly { value: V; text: string; lang?: string }[];
  onValue: (value: V) => void;
}

/** One of a few, all in sight: radio buttons side by side. */
export function Choice<V extends string>({ label, labelSeen = true, value, options, onValue }: ChoiceProps<V>) {
  const name = useId();
  return (
    <fieldset className="choice">
      <legend className={labelSeen ? "field-label" : "visually-hidden"}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="choice-option" lang={option.lang}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onValue(option.value)} />
          {option.text}
        </label>
      ))}
    </fieldset>
  );
}
