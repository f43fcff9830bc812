import ListFilter from "lucide-react/icons/list-filter";
import X from "lucide-react/icons/x";
import { Button as AriaButton } from "react-aria-components/Button";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "#src/kit/ui/button.tsx";
import { DateField } from "#src/kit/ui/date-field.tsx";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import { Menu } from "#src/kit/ui/menu.tsx";
import { Popover } from "#src/kit/ui/popover.tsx";
import { SearchField } from "#src/kit/ui/search-field.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { useList } from "./list-context.ts";
import type { AnyFilter } from "./list-definition.ts";
import { readLocalDay } from "./list-url.rules.ts";

/** A text filter applies after typing has paused for this long. */
const typingMs = 300;
const longestText = 200;

/** The input of a text filter: applies when typing pauses, and at once on Enter and blur. */
function useTypedText(filter: AnyFilter) {
  const { filters } = useList();
  const value = filters.valueOf(filter);
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  // The value changed from outside: a chip was removed, a view chosen, or the browser went back.
  if (value !== told) {
    setTold(value);
    if (value !== text.trim()) setText(value);
  }
  const applyNow = () => {
    if (text.trim() !== value) filters.change(filter, text.trim(), "replace");
  };
  const apply = useEffectEvent(applyNow);
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => apply(), typingMs);
    return () => clearTimeout(timer);
  }, [text, value]);
  return { value: text, maxLength: longestText, onText: setText, applyNow };
}

/** The search of a list, always visible. */
export function SearchFilter({ filter }: { filter: AnyFilter }) {
  const { t } = useList();
  const { applyNow, ...typed } = useTypedText(filter);
  const placeholder = filter.kind === "text" && filter.placeholder !== undefined ? filter.placeholder : filter.label;
  return (
    <SearchField
      className="list-search"
      label={t(filter.label)}
      isLabelHidden
      placeholder={t(placeholder)}
      {...typed}
      onSubmit={applyNow}
      onLeave={applyNow}
    />
  );
}

/** The button that adds a filter, and a removable chip for each active filter, which opens its editor. */
export function FilterChips() {
  const { t, isNarrow, filters } = useList();
  return (
    <>
      {filters.hasChips && (!isNarrow || filters.search === null) && (
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
        <FilterChip key={filter.field} filter={filter} />
      ))}
      {filters.isAnySet && (
        <Button tone="plain" onPress={filters.clear}>
          {t("list.filters.clearAll")}
        </Button>
      )}
    </>
  );
}

function FilterChip({ filter }: { filter: AnyFilter }) {
  const { t, locale, filters } = useList();
  const label = t(filter.label);
  const value = filters.valueOf(filter);
  const opening = {
    label,
    isOpen: filters.edited === filter.field,
    onOpen: (isOpen: boolean) => filters.setEdited(isOpen ? filter.field : null),
    trigger: <AriaButton className="list-chip-text">{t("list.filters.chip", { label, value: words() })}</AriaButton>,
  };

  /** The filter's value as text. */
  function words(): string {
    if (value === "") return t("list.filters.any");
    if (filter.kind === "choice") {
      const option = filter.options.find((one) => one.value === value);
      return option === undefined ? value : t(option.text);
    }
    const day = filter.kind === "day" ? new Date(`${readLocalDay(value)}T12:00:00`) : null;
    return day === null || Number.isNaN(day.getTime()) ? value : day.toLocaleDateString(locale, { dateStyle: "medium" });
  }

  function remove(): void {
    filters.setEdited(null);
    filters.change(filter, "");
  }

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
              <DateField label={label} value={readLocalDay(value)} autoFocus onValue={(day) => filters.change(filter, day)} />
            ) : (
              <TextEditor filter={filter} onDone={close} />
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

function TextEditor({ filter, onDone }: { filter: AnyFilter; onDone: () => void }) {
  const { t } = useList();
  const { applyNow, ...typed } = useTypedText(filter);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        applyNow();
        onDone();
      }}
    >
      <TextField label={t(filter.label)} autoComplete="off" autoFocus {...typed} onLeave={applyNow} />
    </form>
  );
}
