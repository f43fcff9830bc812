import "./old-combobox.css";
import type { KeyboardEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { movedTo } from "./old-combobox.rules.ts";

interface Option {
  readonly value: string;
  readonly text: string;
}

interface ComboboxProps {
  readonly id: string;
  /** empty for none */
  readonly value: string;
  /** what the chosen one is called */
  readonly valueText: string;
  /** what fits what was typed, the best first */
  readonly options: readonly Option[];
  readonly onType: (text: string) => void;
  readonly onChange: (option: Option | null) => void;
  readonly onLeave: () => void;
  readonly placeholder: string;
  /** said where nothing fits, or while it is looked for */
  readonly note: string;
  /** the clear button's name; without one, what was chosen can only be changed */
  readonly clearText: string | null;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
  readonly isRequired: boolean;
}

/** Room below the input under which the list opens upwards, in px. */
const roomPx = 280;

/** One of many, found by typing: WAI-ARIA's combobox with a listbox. Escape and leaving put back what was chosen. */
export function Combobox(props: ComboboxProps) {
  const { id, value, valueText, options, onType, onChange, onLeave, placeholder, note, clearText, describedBy, isInvalid, isRequired } =
    props;
  const frame = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [marked, setMarked] = useState(-1);
  const [isUp, setUp] = useState(false);
  const isOpen = typed !== null;
  const listId = `${id}-list`;

  useEffect(() => {
    if (isOpen && marked >= 0) document.getElementById(`${listId}-${marked}`)?.scrollIntoView({ block: "nearest" });
  }, [isOpen, marked, listId]);

  const type = (text: string) => {
    setTyped(text);
    setMarked(text === "" ? -1 : 0);
    onType(text);
  };
  const open = () => {
    if (isOpen) return;
    setUp(window.innerHeight - (frame.current?.getBoundingClientRect().bottom ?? 0) < roomPx);
    type("");
  };
  const close = () => {
    setTyped(null);
    setMarked(-1);
    onType("");
  };
  const choose = (option: Option | undefined) => {
    if (option === undefined) return;
    onChange(option);
    close();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isOpen) {
      // The dialog around it stays.
      event.preventDefault();
      event.stopPropagation();
      return close();
    }
    if (event.key === "Enter" && isOpen) {
      event.preventDefault();
      return choose(options[marked]);
    }
    const next = movedTo(event.key, marked, options.length);
    if (next === null) return;
    event.preventDefault();
    if (isOpen) setMarked(next);
    else open();
  };

  return (
    <div className={isUp ? "combobox combobox-up" : "combobox"} ref={frame}>
      <input
        id={id}
        className="combobox-input"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && marked >= 0 ? `${listId}-${marked}` : undefined}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        aria-required={isRequired}
        placeholder={isOpen && valueText !== "" ? valueText : placeholder}
        value={typed ?? valueText}
        onChange={(event) => type(event.currentTarget.value)}
        onClick={open}
        onKeyDown={press}
        onBlur={() => {
          close();
          onLeave();
        }}
      />
      {clearText !== null && value !== "" && !isOpen && (
        <button type="button" className="combobox-clear" aria-label={clearText} onClick={() => onChange(null)}>
          ✕
        </button>
      )}
      {isOpen && (
        <div className="combobox-list" id={listId} role="listbox" aria-label={placeholder} onMouseDown={(event) => event.preventDefault()}>
          {options.map((option, index) => (
            <div
              key={option.value}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={option.value === value}
              className={index === marked ? "combobox-option combobox-option-active" : "combobox-option"}
              onMouseMove={() => setMarked(index)}
              onClick={() => choose(option)}
            >
              {option.text}
            </div>
          ))}
          {options.length === 0 && (
            <div className="combobox-note" role="option" aria-disabled="true" aria-selected="false">
              {note}
            </div>
          )}
        </div>
      )}
    </div>
  );
}
