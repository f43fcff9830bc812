import ListFilter from "lucide-react/icons/list-filter";
import X from "lucide-react/icons/x";
import { Button as AriaButton } from "react-aria-components/Button";
import { useEffect, useRef, useState } from "react";
import { Button } from "#src/ui/button.tsx";
import { DateField } from "#src/ui/date-field.tsx";
import { IconButton } from "#src/ui/icon-button.tsx";
import type { MenuItem } from "#src/ui/menu.tsx";
import { Menu } from "#src/ui/menu.tsx";
import { Popover } from "#src/ui/popover.tsx";
import { SearchField } from "#src/ui/search-field.tsx";
import { TextField } from "#src/ui/text-field.tsx";
import type { AnyFilter } from "./list-definition.ts";
import { dayOf } from "./list-url.rules.ts";
import type { ListModel } from "./use-list-model.ts";

/** A text is asked for when the typing has paused for this long. */
const typingMs = 300;
const longestText = 200;

/** The filters of a list at work. */
export interface FiltersState {
  /** the one that stands in sight */
  readonly search: AnyFilter | null;
  /** those that are set, or just being added */
  readonly shown: readonly AnyFilter[];
  /** entries that add those that are not */
  readonly toAdd: readonly MenuItem[];
  /** the one whose editor is open */
  readonly edited: string | null;
  setEdited(field: string | null): void;
  valueOf(filter: AnyFilter): string;
  change(filter: AnyFilter, value: string, how?: "replace"): void;
}

/** The filters of a list: the first text is its search, the others are chips. */
export function useFilters({ t, shape, address }: ListModel): FiltersState {
  const [edited, setEdited] = useState<string | null>(null);
  const { filters = [] } = shape;
  const { filters: set } = address.url;
  const search = filters.find(({ kind }) => kind === "text") ?? null;
  const others = filters.filter((filter) => filter !== search);
  const isShown = ({ field }: AnyFilter) => set[field] !== undefined || field === edited;
  return {
    search,
    shown: others.filter(isShown),
    toAdd: others
      .filter((filter) => !isShown(filter))
      .map(({ field, label }) => ({ id: `filter ${field}`, text: t(label), choose: () => setEdited(field) })),
    edited,
    setEdited,
    valueOf: ({ field }) => set[field] ?? "",
    change: ({ field }, value, how) => address.change({ filters: { ...set, [field]: value }, page: 1 }, how),
  };
}

/** A text that is told when the typing pauses, or at once by Enter and on leaving. */
function useTypedText(value: string, tell: (text: string) => void) {
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  // Another value from outside: a chip was removed, a view chosen, the way back taken.
  if (value !== told) {
    setTold(value);
    if (value !== text.trim()) setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => latest.current(text.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [text, value]);
  const tellNow = () => {
    if (text.trim() !== value) tell(text.trim());
  };
  return { text, setText, tellNow };
}

interface OneProps {
  readonly model: ListModel;
  readonly filters: FiltersState;
  readonly filter: AnyFilter;
}

/** The search of a list, always in sight. */
export function SearchFilter({ model: { t }, filters, filter }: OneProps) {
  const { text, setText, tellNow } = useTypedText(filters.valueOf(filter), (value) => filters.change(filter, value, "replace"));
  const placeholder = filter.kind === "text" && filter.placeholder !== undefined ? filter.placeholder : filter.label;
  return (
    <SearchField
      className="list-search"
      label={t(filter.label)}
      isLabelHidden
      placeholder={t(placeholder)}
      value={text}
      maxLength={longestText}
      onText={setText}
      onSubmit={tellNow}
      onLeave={tellNow}
    />
  );
}

/** The button that adds a filter, and a chip for each that is set: pressed it opens its editor, and it can be removed. */
export function FilterChips({ model, filters }: Omit<OneProps, "filter">) {
  const { t, isNarrow, address, shape } = model;
  const hasButton = (!isNarrow || filters.search === null) && (shape.filters ?? []).length > Number(filters.search !== null);
  return (
    <>
      {hasButton && (
        <Menu
          label={t("list.filters.add")}
          items={filters.toAdd}
          trigger={
            <Button isDisabled={filters.toAdd.length === 0}>
              <ListFilter size={16} aria-hidden="true" />
              {t("list.filters.add")}
            </Button>
          }
        />
      )}
      {filters.shown.map((filter) => (
        <FilterChip key={filter.field} model={model} filters={filters} filter={filter} />
      ))}
      {Object.keys(address.url.filters).length > 0 && (
        <Button tone="plain" onPress={() => address.change({ filters: {}, page: 1 })}>
          {t("list.filters.clearAll")}
        </Button>
      )}
    </>
  );
}

/** What a filter is set to, in words. */
function wordsOf(filter: AnyFilter, value: string, { t, locale }: ListModel): string {
  if (value === "") return t("list.filters.any");
  if (filter.kind === "choice") {
    const option = filter.options.find((one) => one.value === value);
    return option === undefined ? value : t(option.text);
  }
  const day = filter.kind === "day" ? new Date(`${dayOf(value)}T12:00:00`) : null;
  return day === null || Number.isNaN(day.getTime()) ? value : day.toLocaleDateString(locale, { dateStyle: "medium" });
}

function FilterChip({ model, filters, filter }: OneProps) {
  const { t, address } = model;
  const label = t(filter.label);
  const value = filters.valueOf(filter);
  const opening = {
    label,
    isOpen: filters.edited === filter.field,
    onOpen: (isOpen: boolean) => filters.setEdited(isOpen ? filter.field : null),
    trigger: <AriaButton className="list-chip-text">{t("list.filters.chip", { label, value: wordsOf(filter, value, model) })}</AriaButton>,
  };
  const remove = () => {
    const { [filter.field]: _, ...kept } = address.url.filters;
    filters.setEdited(null);
    address.change({ filters: kept, page: 1 });
  };
  return (
    <span className="list-chip">
      {filter.kind === "choice" ? (
        <Menu
          {...opening}
          items={filter.options.map((option) => ({
            id: option.value,
            text: t(option.text),
            isCurrent: option.value === value,
            choose: () => filters.change(filter, option.value),
          }))}
        />
      ) : (
        <Popover {...opening}>
          {(close) =>
            filter.kind === "day" ? (
              <DateField label={label} value={dayOf(value)} autoFocus onValue={(day) => filters.change(filter, day)} />
            ) : (
              <TextEditor model={model} filters={filters} filter={filter} onDone={close} />
            )
          }
        </Popover>
      )}
      <IconButton
        className="list-chip-remove"
        label={t("list.filters.remove", { label })}
        icon={<X size={14} aria-hidden="true" />}
        onPress={remove}
      />
    </span>
  );
}

function TextEditor({ model: { t }, filters, filter, onDone }: OneProps & { readonly onDone: () => void }) {
  const { text, setText, tellNow } = useTypedText(filters.valueOf(filter), (value) => filters.change(filter, value, "replace"));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        tellNow();
        onDone();
      }}
    >
      <TextField
        label={t(filter.label)}
        value={text}
        maxLength={longestText}
        autoComplete="off"
        autoFocus
        onText={setText}
        onLeave={tellNow}
      />
    </form>
  );
}
