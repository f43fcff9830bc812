import Search from "lucide-react/icons/search";
import X from "lucide-react/icons/x";
import type { Ref } from "react";
import { Button, Input, SearchField as AriaSearchField } from "react-aria-components/SearchField";
import type { FieldProps } from "./field-frame.tsx";
import { FieldLabel, FieldNotes, getFieldClass, getFieldProps, InputFrame } from "./field-frame.tsx";

interface SearchFieldProps extends FieldProps {
  readonly value: string;
  readonly onText: (text: string) => void;
  /** called when Enter is pressed */
  readonly onSubmit?: (text: string) => void;
  readonly placeholder?: string | undefined;
  readonly maxLength?: number;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A labelled search text; Escape and the cross clear it. */
export function SearchField(props: SearchFieldProps) {
  const { label, isLabelHidden, hint, error, isRequired, className, value, onText, onSubmit, placeholder, maxLength, ref } = props;
  return (
    <AriaSearchField
      {...getFieldProps(props)}
      className={getFieldClass(className, "search-field")}
      value={value}
      onChange={onText}
      {...(onSubmit === undefined ? {} : { onSubmit })}
      {...(maxLength === undefined ? {} : { maxLength })}
    >
      <FieldLabel label={label} isLabelHidden={isLabelHidden} isRequired={isRequired} />
      <InputFrame className="input-frame-start input-frame-end">
        <Search className="input-start" size={16} aria-hidden />
        <Input className="field-input" ref={ref ?? null} {...(placeholder === undefined ? {} : { placeholder })} />
        {value !== "" && props.isDisabled !== true && (
          <Button className="input-button">
            <X size={16} aria-hidden />
          </Button>
        )}
      </InputFrame>
      <FieldNotes hint={hint} error={error} />
    </AriaSearchField>
  );
}
