import "./select.css";
import ChevronDown from "lucide-react/icons/chevron-down";
import type { ReactNode } from "react";
import { Button, ListBox, ListBoxItem, Popover, Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { FieldProps } from "./field-frame.tsx";
import { FieldLabel, FieldNotes, getFieldClass, getFieldProps } from "./field-frame.tsx";
import { OptionContent } from "./option-content.tsx";

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
  /** the text of the option for ""; without it, a choice can be changed and not cleared */
  readonly nothing?: N;
  readonly onValue: (value: N extends string ? V | "" : V) => void;
}

/** The key of the option for nothing: keys must not be empty. */
const nothingKey = "-nothing-";

/** One of a few options from a list that opens below. For many options see Combobox. */
export function Select<V extends string, N extends string | undefined = undefined>(props: SelectProps<V, N>) {
  const { label, isLabelHidden, hint, error, isRequired, className, options, value, nothing, onValue } = props;
  const { t } = useTranslation();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an empty value is passed only if `nothing` is given
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
      <FieldLabel label={label} isLabelHidden={isLabelHidden} isRequired={isRequired} />
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
              <OptionContent text={nothing} />
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
              <OptionContent text={option.text} hint={option.hint} icon={option.icon} />
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
