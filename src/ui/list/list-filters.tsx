import { Button, Input } from "antd";
import type { ReactNode } from "react";
import { memo, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { PlainSelect } from "../plain-select.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { isUnscrolled } from "./list-memo.ts";
import type { AnyFilter } from "./list-shape.ts";
import { dayOf } from "./list-url.rules.ts";
import type { ListModel } from "./use-list-model.ts";
import { clearing } from "../clearing.tsx";

/** A text is asked for when the typing has paused for this long. */
const typingMs = 300;

/** The filters of a list and what is set of them. `/` goes to the first; on a narrow screen they are folded away. */
export const ListFilters = memo(Filters, (a, b) => a.isNarrow === b.isNarrow && isUnscrolled(a.model, b.model));

function Filters({ model, isNarrow }: { model: ListModel; isNarrow: boolean }) {
  const { t, shape, address } = model;
  const { filters = [] } = shape;
  const [isOpen, setOpen] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const first = fields.current?.querySelector<HTMLElement>("input");
      if (first === null || first === undefined) return;
      event.preventDefault();
      first.focus();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  if (filters.length === 0) return null;
  const { filters: set } = address.url;
  const change = (field: string, value: string, how?: "replace") => address.change({ filters: { ...set, [field]: value }, page: 1 }, how);
  const count = Object.keys(set).length;
  return (
    <div className="list-filters">
      {isNarrow && (
        <Button className="list-filters-fold" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {count === 0 ? t("list.filters.title") : t("list.filters.show", { count })}
        </Button>
      )}
      <div ref={fields} id={id} role="search" aria-label={t("list.filters.title")} className="list-fields" hidden={isNarrow && !isOpen}>
        {filters.map((filter) => (
          <FilterField key={filter.field} model={model} filter={filter} value={set[filter.field] ?? ""} onChange={change} />
        ))}
      </div>
      <FilterChips model={model} />
    </div>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.closest("input,textarea,select,dialog[open]") !== null);
}

interface FieldProps {
  readonly model: ListModel;
  readonly filter: AnyFilter;
  readonly value: string;
  readonly onChange: (field: string, value: string, how?: "replace") => void;
}

function FilterField({ model: { t }, filter, value, onChange }: FieldProps): ReactNode {
  const id = useId();
  const { field, label } = filter;
  const control = () => {
    if (filter.kind === "choice")
      return (
        <PlainSelect
          id={id}
          className="list-field-control"
          value={value}
          nothing={t("list.filters.any")}
          options={filter.options.map((one) => ({ value: one.value, text: t(one.text) }))}
          onValue={(chosen) => onChange(field, chosen)}
        />
      );
    if (filter.kind === "day")
      return (
        <input
          id={id}
          type="date"
          className="list-day"
          value={dayOf(value)}
          max="9999-12-31"
          onChange={(event) => onChange(field, event.currentTarget.value)}
        />
      );
    return (
      <TextField
        id={id}
        value={value}
        placeholder={filter.placeholder === undefined ? "" : t(filter.placeholder)}
        onChange={(text) => onChange(field, text, "replace")}
      />
    );
  };
  return (
    <div className="list-field">
      <label htmlFor={id} className="list-field-label">
        {t(label)}
      </label>
      {control()}
    </div>
  );
}

interface TextProps {
  readonly id: string;
  readonly value: string;
  readonly placeholder: string;
  readonly onChange: (text: string) => void;
}

/** A text that is told when the typing pauses, or at once by Enter and on leaving. */
function TextField({ id, value, placeholder, onChange }: TextProps) {
  const [text, setText] = useState(value);
  const { t } = useTranslation();
  const [told, setTold] = useState(value);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  });
  // Another value from outside: a chip was removed, a view chosen, the way back taken.
  if (value !== told) {
    setTold(value);
    if (value !== text.trim()) setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => tell.current(text.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [text, value]);
  const tellNow = () => {
    if (text.trim() !== value) tell.current(text.trim());
  };
  return (
    <Input
      id={id}
      value={text}
      placeholder={placeholder}
      maxLength={200}
      allowClear={clearing(t("ui.clear"))}
      autoComplete="off"
      onChange={(event) => setText(event.currentTarget.value)}
      onPressEnter={tellNow}
      onBlur={tellNow}
    />
  );
}
