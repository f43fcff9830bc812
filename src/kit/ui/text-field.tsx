import type { ClipboardEventHandler, HTMLInputTypeAttribute, KeyboardEventHandler, ReactNode, Ref } from "react";
import { useId } from "react";
import { Input, TextArea, TextField as AriaTextField } from "react-aria-components/TextField";
import type { FieldProps } from "./field-frame.tsx";
import { FieldLabel, FieldNotes, getFieldClass, getFieldProps, InputFrame } from "./field-frame.tsx";

export interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly type?: Extract<HTMLInputTypeAttribute, "text" | "email" | "tel" | "url" | "password" | "time">;
  /** number of rows of a text with line breaks; one line without */
  readonly rows?: number;
  readonly placeholder?: string | undefined;
  readonly maxLength?: number | undefined;
  readonly autoComplete?: string | undefined;
  readonly inputMode?: "text" | "numeric" | "decimal" | "tel" | "email" | "url" | "none";
  /** a code or an address: no spell check, no automatic capitals */
  readonly isCode?: boolean;
  /** drawn inside the input at its end: a unit, a button */
  readonly end?: ReactNode;
  /** values that the browser suggests below the input, each with its label; another one may be typed */
  readonly suggestions?: readonly { readonly value: string; readonly text: string }[];
  readonly onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
  readonly onPaste?: ClipboardEventHandler<HTMLInputElement>;
  readonly ref?: Ref<HTMLInputElement | HTMLTextAreaElement>;
}

/** A labelled text: one line, or several with `rows`. */
export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden, hint, error, isRequired, className, value, onText, type = "text", rows, end, ref } = props;
  const { suggestions, onKeyDown, onPaste } = props;
  const listId = useId();
  const { placeholder, maxLength, autoComplete, inputMode, isCode = type === "email" || type === "url" } = props;
  const input = {
    className: "field-input",
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(inputMode === undefined ? {} : { inputMode }),
    ...(isCode ? { autoCapitalize: "none", autoCorrect: "off" } : {}),
  };
  return (
    <AriaTextField
      {...getFieldProps(props)}
      className={getFieldClass(className)}
      value={value}
      onChange={onText}
      type={type}
      {...(maxLength === undefined ? {} : { maxLength })}
      {...(autoComplete === undefined ? {} : { autoComplete })}
      {...(isCode ? { spellCheck: "false" } : {})}
    >
      <FieldLabel label={label} isLabelHidden={isLabelHidden} isRequired={isRequired} />
      {rows !== undefined ? (
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `rows` decides which element the ref gets
        <TextArea {...input} className="field-input field-lines" rows={rows} ref={(ref ?? null) as Ref<HTMLTextAreaElement>} />
      ) : (
        <InputFrame {...(end === undefined ? {} : { className: "input-frame-end" })}>
          <Input
            {...input}
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `rows` decides which element the ref gets
            ref={(ref ?? null) as Ref<HTMLInputElement>}
            {...(suggestions === undefined ? {} : { list: listId })}
            {...(onKeyDown === undefined ? {} : { onKeyDown })}
            {...(onPaste === undefined ? {} : { onPaste })}
          />
          {end}
          {suggestions !== undefined && (
            <datalist id={listId}>
              {suggestions.map((one) => (
                <option key={one.value} value={one.value}>
                  {one.text}
                </option>
              ))}
            </datalist>
          )}
        </InputFrame>
      )}
      <FieldNotes hint={hint} error={error} />
    </AriaTextField>
  );
}
