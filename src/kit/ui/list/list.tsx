import "#src/kit/ui/skeleton.css";
import "./list.css";
import type { ReactNode } from "react";
import { useMedia } from "#src/kit/ui/use-media.ts";
import { BatchPanel } from "./batch-panel.tsx";
import { ExportPanel } from "./export-panel.tsx";
import { ListBar } from "./list-bar.tsx";
import { ListContext } from "./list-context.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import type { ListDefinition, ListShape } from "./list-definition.ts";
import { toListShape } from "./list-definition.ts";
import { ListRows } from "./list-rows.tsx";
import { Nothing, NothingCame } from "./list-states.tsx";
import { ConfirmAction } from "./selection-bar.tsx";
import { useActions } from "./use-actions.ts";
import { useExport } from "./use-export.ts";
import { useFilters } from "./use-filters.ts";
import { useListModel } from "./use-list-model.ts";

interface ListProps<C extends Call> {
  /** declared by `defineList`; the caller and the router come from the surrounding screen */
  readonly of: ListDefinition<C>;
  /** fields that limit the rows, such as the owner; shown among the filters */
  readonly scope?: ReactNode;
}

/**
 * Renders a declared list: a virtualized table over any number of rows, with filters, sort and page in the URL, selection, actions, saved views and
 * export, and two-line rows on a narrow screen. When its call is invalidated (`buildQueryKey`), it refetches the visible rows and keeps its position.
 */
export function List<C extends Call>({ of, scope = null }: ListProps<C>) {
  const shape = toListShape(of);
  // Another list starts with fresh state.
  return <ListBody key={shape.name} shape={shape} scope={scope} />;
}

function ListBody({ shape, scope }: { shape: ListShape; scope: ReactNode }) {
  const isNarrow = useMedia("(max-width: 640px)");
  const model = useListModel(shape, isNarrow);
  const list = { ...model, actions: useActions(model), exporting: useExport(model), filters: useFilters(model) };
  const { t, book, address } = model;
  const first = book.length === null ? book.stateOf(address.page) : "here";
  const classes = ["list", isNarrow ? "list-narrow" : "", typeof first === "string" && first !== "here" ? "height-unknown" : ""];
  return (
    <ListContext value={list}>
      <section className={classes.join(" ")} aria-label={t(shape.title)}>
        <ListBar scope={scope} />
        <ExportPanel />
        <BatchPanel />
        {book.length?.rows === 0 ? <Nothing /> : typeof first === "string" ? <ListRows /> : <NothingCame problem={first} />}
        <ConfirmAction />
      </section>
    </ListContext>
  );
}
