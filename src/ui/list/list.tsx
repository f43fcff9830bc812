import "#src/ui/skeleton.css";
import "./list.css";
import { useMedia } from "#src/ui/use-media.ts";
import { BatchPanel } from "./batch-panel.tsx";
import { ConfirmAction } from "./confirm-action.tsx";
import { cardPx } from "./list-card.tsx";
import { ListCards } from "./list-cards.tsx";
import type { ListCall, ListDefinition } from "./list-definition.ts";
import { ListFilters } from "./list-filters.tsx";
import { ListFoot } from "./list-foot.tsx";
import type { AnyColumn, ListShape } from "./list-shape.ts";
import { shapeOf } from "./list-shape.ts";
import { Nothing } from "./list-nothing.tsx";
import { ListTable } from "./list-table.tsx";
import { ListToolbar } from "./list-toolbar.tsx";
import { useActions } from "./use-actions.ts";
import { useExport } from "./use-export.ts";
import { useListModel } from "./use-list-model.ts";

const tableSizes = { rowPx: 32, headerPx: 32, isOfPage: false };
/** All cards are of one height: a heading, and a line for each further column. */
const cardSizes = (columns: readonly AnyColumn[], title: string) => ({
  rowPx: cardPx(columns.filter(({ id }) => id !== title).length),
  headerPx: 0,
  isOfPage: true,
});

/**
 * A list screen from its declaration: a lazy table over any number of rows, filters, sort and page in the address, selection, actions, saved views
 * and export; on a narrow screen the same as cards. When its call is invalidated (`queryKeyOf`) it reads again what is in sight and keeps its place.
 * @param of declared by `defineList`; the caller and the router are those of the screen around it
 */
export function List<C extends ListCall>({ of }: { of: ListDefinition<C> }) {
  const isNarrow = useMedia("(max-width: 640px)");
  const shape = shapeOf(of);
  // Nothing of one list stays for another.
  return <ListBody key={shape.name} shape={shape} isNarrow={isNarrow} />;
}

function ListBody({ shape, isNarrow }: { shape: ListShape; isNarrow: boolean }) {
  const model = useListModel(shape, (columns) => (isNarrow ? cardSizes(columns, shape.cardTitle) : tableSizes));
  const actions = useActions(model);
  const exporting = useExport(model);
  const isEmpty = model.book.length?.rows === 0;
  return (
    <section className={isNarrow ? "list list-narrow" : "list"} aria-label={model.t(shape.title)}>
      <ListFilters model={model} isNarrow={isNarrow} />
      <ListToolbar model={model} actions={actions} exporting={exporting} isNarrow={isNarrow} />
      {actions.outcome !== null && (
        <BatchPanel key={actions.outcome.number} model={model} outcome={actions.outcome} onClose={actions.closeOutcome} />
      )}
      {isEmpty && <Nothing model={model} actions={actions} />}
      {!isEmpty && isNarrow && <ListCards model={model} actions={actions} />}
      {!isEmpty && !isNarrow && <ListTable model={model} actions={actions} />}
      <ListFoot model={model} />
      {actions.question !== null && <ConfirmAction question={actions.question} t={model.t} onAnswer={actions.answer} />}
    </section>
  );
}
