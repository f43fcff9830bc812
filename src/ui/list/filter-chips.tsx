import type { ListModel } from "./use-list-model.ts";
import type { AnyFilter } from "./list-shape.ts";
import { dayOf } from "./list-url.rules.ts";

/** What is filtered by, each with its removal; where nothing is, nothing is drawn. */
export function FilterChips({ model }: { model: ListModel }) {
  const { t, locale, shape, address } = model;
  const { filters: set } = address.url;
  const active = (shape.filters ?? []).filter(({ field }) => set[field] !== undefined);
  if (active.length === 0) return null;
  const shown = (filter: AnyFilter) => {
    const value = set[filter.field] ?? "";
    if (filter.kind === "choice") {
      const option = filter.options.find((one) => one.value === value);
      return option === undefined ? value : t(option.text);
    }
    const day = filter.kind === "day" ? new Date(`${dayOf(value)}T12:00:00`) : null;
    return day === null || Number.isNaN(day.getTime()) ? value : day.toLocaleDateString(locale, { dateStyle: "medium" });
  };
  const without = (field: string) => Object.fromEntries(Object.entries(set).filter(([name]) => name !== field));
  return (
    <ul className="list-chips">
      {active.map((filter) => (
        <li key={filter.field} className="list-chip">
          <span className="list-chip-text">{t("list.filters.chip", { label: t(filter.label), value: shown(filter) })}</span>
          <button
            type="button"
            className="list-chip-remove"
            aria-label={t("list.filters.remove", { label: t(filter.label) })}
            onClick={() => address.change({ filters: without(filter.field), page: 1 })}
          >
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="list-link" onClick={() => address.change({ filters: {}, page: 1 })}>
          {t("list.filters.clearAll")}
        </button>
      </li>
    </ul>
  );
}
