import "./select.css";
import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import X from "lucide-react/icons/x";
import type { RefObject } from "react";
import { use, useEffect, useEffectEvent, useRef, useState } from "react";
import type { InputProps } from "react-aria-components/ComboBox";
import {
  Button,
  ComboBox as AriaComboBox,
  ComboBoxStateContext,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
} from "react-aria-components/ComboBox";
import type { FieldProps } from "./field-frame.tsx";
import { FieldLabel, FieldNotes, getFieldClass, getFieldProps, InputFrame } from "./field-frame.tsx";

export interface ComboboxOption {
  readonly value: string;
  readonly text: string;
  /** a second, quieter line */
  readonly hint?: string;
}

interface ComboboxProps<O extends ComboboxOption> extends FieldProps {
  /** what fits what was typed, the best first; the caller searches */
  readonly options: readonly O[];
  /** empty for none */
  readonly value: string;
  /** the text of the chosen one, which need not be among the options */
  readonly valueText: string;
  /** called with what was typed, and with "" when the list opens and when it closes */
  readonly onType: (text: string) => void;
  readonly onChange: (option: O | null) => void;
  readonly placeholder?: string | undefined;
  /** said where nothing fits, or while it is being searched */
  readonly note: string;
  /** said below the list: that there are more than it shows */
  readonly more?: string | undefined;
  /** name of the button that empties the field; null where the choice can only be changed */
  readonly clearText?: string | null;
}

interface OpeningInputProps extends InputProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  /** null where nothing has been typed */
  readonly typed: string | null;
  /** the best of what fits, which Enter chooses */
  readonly best: string | undefined;
  /** where an arrow key that opens the list begins: down at the chosen one or the first, up at the last */
  readonly ends: Readonly<Record<"first" | "last", string | undefined>>;
}

/** The input, which opens the whole list when it is pressed, and what fits when something is typed. */
function OpeningInput({ typed, best, ends, ...props }: OpeningInputProps) {
  const state = use(ComboBoxStateContext);
  const selection = state?.selectionManager;
  const isOpen = state?.isOpen === true;
  const opener = state?.focusStrategy ?? null;
  const end = opener === null ? undefined : ends[opener];
  const mark = useEffectEvent((key: string) => selection?.setFocusedKey(key));
  useEffect(() => {
    const first = (typed ?? "").trim() === "" ? end : best;
    if (!isOpen || first === undefined) return undefined;
    let isPast = false;
    // React Aria marks none when the text has changed, and does so after this.
    queueMicrotask(() => {
      if (!isPast) mark(first);
    });
    return () => {
      isPast = true;
    };
  }, [best, end, isOpen, typed]);
  const open = () => {
    if (state?.isOpen === false) state.open(null, "manual");
  };
  return <Input {...props} onClick={open} onInput={open} />;
}

/** One of many, found by typing. Escape and leaving put back the text of what was chosen. */
export function Combobox<O extends ComboboxOption>(props: ComboboxProps<O>) {
  const { label, isLabelHidden, hint, error, isRequired, isDisabled, className, onLeave, ...rest } = props;
  const { options, value, valueText, onType, onChange, placeholder, note, more, clearText = null } = rest;
  const [typed, setTyped] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const type = (text: string) => {
    setTyped(text);
    onType(text);
  };
  const putBack = () => {
    setTyped(null);
    onType("");
  };
  const choose = (key: unknown) => {
    const option = options.find((one) => one.value === key);
    if (option !== undefined && option.value !== value) onChange(option);
    putBack();
  };
  const isClearable = clearText !== null && value !== "" && typed === null && isDisabled !== true;
  return (
    <AriaComboBox
      {...getFieldProps(props)}
      onBlur={() => {
        putBack();
        onLeave?.();
      }}
      className={getFieldClass(className, "combobox-field")}
      items={options}
      value={value === "" ? null : value}
      onChange={choose}
      inputValue={typed ?? valueText}
      onInputChange={(text) => {
        if (text !== (typed ?? valueText)) type(text);
      }}
      onOpenChange={(isOpen) => {
        if (isOpen && typed === null) type("");
        if (!isOpen) putBack();
      }}
      // React Aria would open it again after Escape, for the chosen one need not be among the options.
      menuTrigger="manual"
      allowsEmptyCollection
      shouldFocusWrap
    >
      <FieldLabel label={label} {...(isLabelHidden === true ? { isLabelHidden } : {})} isRequired={isRequired === true} />
      <InputFrame
        className={isClearable ? "input-frame-end input-frame-wide-end" : "input-frame-end"}
        onKeyDownCapture={(event) => {
          // Where nothing fits, or nothing has come yet, Enter leaves what was typed.
          if (event.key !== "Enter" || typed === null || options.length > 0) return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <OpeningInput
          className="field-input"
          ref={input}
          typed={typed}
          best={options[0]?.value}
          ends={{ first: options.some((one) => one.value === value) ? value : options[0]?.value, last: options.at(-1)?.value }}
          placeholder={typed !== null && valueText !== "" ? valueText : (placeholder ?? "")}
        />
        {isClearable && (
          <Button
            slot={null}
            className="input-button input-button-second"
            aria-label={clearText}
            onPress={() => {
              onChange(null);
              input.current?.focus();
            }}
          >
            <X size={16} aria-hidden />
          </Button>
        )}
        <Button className="input-button">
          <ChevronDown size={16} aria-hidden />
        </Button>
      </InputFrame>
      <FieldNotes hint={hint} error={error} />
      <Popover className="popover listbox-popover">
        <ListBox<O> className="listbox" renderEmptyState={() => <div className="listbox-note">{note}</div>}>
          {(option) => (
            <ListBoxItem id={option.value} className="listbox-item" textValue={option.text}>
              <span className="listbox-text">
                {option.text}
                {option.hint !== undefined && <span className="check-hint">{option.hint}</span>}
              </span>
              <Check className="listbox-check" size={16} aria-hidden />
            </ListBoxItem>
          )}
        </ListBox>
        {more !== undefined && <div className="listbox-more">{more}</div>}
      </Popover>
    </AriaComboBox>
  );
}
