import "./select.css";
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
import { OptionContent } from "./option-content.tsx";

export interface ComboboxOption {
  readonly value: string;
  readonly text: string;
  /** a second, quieter line */
  readonly hint?: string;
}

interface ComboboxProps<O extends ComboboxOption> extends FieldProps {
  /** the options that match the typed text, best match first; the caller searches */
  readonly options: readonly O[];
  /** empty for none */
  readonly value: string;
  /** the text of the chosen one, which need not be among the options */
  readonly valueText: string;
  /** called with what was typed, and with "" when the list opens and when it closes */
  readonly onType: (text: string) => void;
  readonly onChange: (option: O | null) => void;
  readonly placeholder?: string | undefined;
  /** shown where nothing matches, or while searching */
  readonly note: string;
  /** shown below the list where there are more options than it shows */
  readonly more?: string | undefined;
  /** name of the button that empties the field; null where the choice can only be changed */
  readonly clearText?: string | null;
}

interface OpeningInputProps extends InputProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  /** null where nothing has been typed */
  readonly typed: string | null;
  /** the best match, which Enter chooses */
  readonly best: string | undefined;
  /** where an arrow key that opens the list begins: down at the chosen one or the first, up at the last */
  readonly ends: Readonly<Record<"first" | "last", string | undefined>>;
}

/** The input: a press opens the whole list, typing the matches. */
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
    // React Aria removes the mark when the text changes, and does so after this effect.
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

/** One of many options, found by typing. Escape and leaving restore the text of the chosen one. */
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
      // React Aria would reopen it after Escape, because the chosen option need not be among the options.
      menuTrigger="manual"
      allowsEmptyCollection
      shouldFocusWrap
    >
      <FieldLabel label={label} isLabelHidden={isLabelHidden} isRequired={isRequired} />
      <InputFrame
        className={isClearable ? "input-frame-end input-frame-wide-end" : "input-frame-end"}
        onKeyDownCapture={(event) => {
          // Where nothing matches, or nothing is loaded yet, Enter keeps the typed text.
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
              <OptionContent text={option.text} hint={option.hint} />
            </ListBoxItem>
          )}
        </ListBox>
        {more !== undefined && <div className="listbox-more">{more}</div>}
      </Popover>
    </AriaComboBox>
  );
}
