import "./plain-select.css";
import type { ComponentPropsWithRef } from "react";

interface PlainSelectProps<V extends string> extends Omit<ComponentPropsWithRef<"select">, "value" | "onChange"> {
  /** empty where nothing is chosen */
  readonly value: V | "";
  readonly options: readonly { readonly value: V; readonly text: string }[];
  /** the entry for nothing; without one, something is always chosen */
  readonly nothing?: string;
  readonly onValue: (value: V | "") => void;
}

/** One of a few from a menu: the browser's own, so that keys, touch and screen readers work as people know them. Its label is the caller's. */
export function PlainSelect<V extends string>({ value, options, nothing, onValue, className = "", ...rest }: PlainSelectProps<V>) {
  const isEmpty = value === "" && nothing !== undefined && rest["aria-required"] === true;
  return (
    <span className={`plain-select-frame ${className}`.trim()}>
      <select
        {...rest}
        className={isEmpty ? "plain-select plain-select-empty" : "plain-select"}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value as V | "")}
      >
        {nothing !== undefined && <option value="">{nothing}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </span>
  );
}
