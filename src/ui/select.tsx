import "./select.css";
import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import type { ReactNode } from "react";
import { Button, ListBox, ListBoxItem, Popover, Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { FieldProps } from "./field-frame.tsx";
import { FieldLabel, FieldNotes, getFieldClass, getFieldProps } from "./field-frame.tsx";

export interface SelectOption<V extends string> {
  readonly value: V;
  readonly text: string;
  /** a second, quieter line */
  readonly hint?: string;
  readonly icon?: ReactNode;
  readonly lang?: string;
  readonly isDisabled?: boolean;
}

interface SelectProps<V extends string, N extends string | undefined> extends FieldProps {
  readonly options: readonly SelectOption<V>[];
  /** empty where nothing is chosen */
  readonly value: V | "";
  /** the option for nothing, with which "" can be chosen; without one, something is always chosen once it has been */
  readonly nothing?: N;
  readonly onValue: (value: N extends string ? V | "" : V) => void;
}

/** The key of the option for nothing: keys must not be empty. */
const nothingKey = "-nothing-";

/** One of a few from a list that opens below. For many options, or those that are found by typing, see Combobox. */
export function Select<V extends string, N extends string | undefined = undefined>(props: SelectProps<V, N>) {
  const { label, isLabelHidden, hint, error, isRequired, className, options, value, nothing, onValue } = props;
  const { t } = useTranslation();
  const tell = onValue as (value: V | "") => void;
  const choose = (key: unknown) => {
    const option = options.find((one) => one.value === key);
    if (option !== undefined) tell(option.value);
    else if (key === nothingKey) tell("");
  };
  const isNothing = value === "";
  return (
    <AriaSelect
      {...getFieldProps(props)}
      className={getFieldClass(className, "select")}
      value={isNothing ? (nothing === undefined ? null : nothingKey) : value}
      onChange={choose}
      placeholder={nothing ?? t("ui.choose")}
    >
      <FieldLabel label={label} {...(isLabelHidden === true ? { isLabelHidden } : {})} isRequired={isRequired === true} />
      <Button className="field-input select-button">
        <SelectValue className={isNothing ? "select-value select-empty" : "select-value"}>
          {({ selectedText, isPlaceholder, defaultChildren }) => (isPlaceholder ? defaultChildren : selectedText)}
        </SelectValue>
        <ChevronDown size={16} aria-hidden />
      </Button>
      <FieldNotes hint={hint} error={error} />
      <Popover className="popover listbox-popover">
        <ListBox className="listbox">
          {nothing !== undefined && (
            <ListBoxItem id={nothingKey} className="listbox-item select-empty" textValue={nothing}>
              <span className="listbox-text">{nothing}</span>
              <Check className="listbox-check" size={16} aria-hidden />
            </ListBoxItem>
          )}
          {options.map((option) => (
            <ListBoxItem
              key={option.value}
              id={option.value}
              className="listbox-item"
              textValue={option.text}
              isDisabled={option.isDisabled === true}
              {...(option.lang === undefined ? {} : { lang: option.lang })}
            >
              {option.icon}
              <span className="listbox-text">
                {option.text}
                {option.hint !== undefined && <span className="check-hint">{option.hint}</span>}
              </span>
              <Check className="listbox-check" size={16} aria-hidden />
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
