import Ellipsis from "lucide-react/icons/ellipsis";
import ScanBarcode from "lucide-react/icons/scan-barcode";
import type { ReactNode } from "react";
import { Suspense, useEffect, useRef, useState } from "react";
import { IconButton } from "#src/ui/icon-button.tsx";
import { lazyPart } from "#src/ui/lazy-part.ts";
import { Menu } from "#src/ui/menu.tsx";
import type { FiltersState } from "./filter-chips.tsx";
import { FilterChips, SearchFilter, useFilters } from "./filter-chips.tsx";
import { itemOf } from "./row-menu.tsx";
import { ActionButton } from "./selection-bar.tsx";
import type { ActionsState } from "./use-actions.ts";
import type { ExportState } from "./use-export.ts";
import type { ListModel } from "./use-list-model.ts";
import { ViewMenu } from "./view-menu.tsx";

const CameraDialog = lazyPart(async () => (await import("#src/ui/scan/camera-dialog.tsx")).CameraDialog);

interface BarProps {
  readonly model: ListModel;
  readonly actions: ActionsState;
  readonly exporting: ExportState;
  /** whose rows, and where: what the screen around the list asks for */
  readonly scope: ReactNode;
}

/** One row above a list: search, filters, how it is looked at, and what can be done. On a narrow screen search and scan; all else is behind one button. */
export function ListBar({ model, actions, exporting, scope }: BarProps) {
  const { t, isNarrow } = model;
  const filters = useFilters(model);
  const find = useRef<HTMLDivElement>(null);
  const hasFilters = (model.shape.filters ?? []).length > 0;
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const first = find.current?.querySelector<HTMLElement>("input, button");
      if (first === null || first === undefined) return;
      event.preventDefault();
      first.focus();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  const primary =
    actions.ofList.find(({ isPrimary }) => isPrimary === true) ?? (actions.ofList.length === 1 ? actions.ofList[0] : undefined);
  const others = actions.ofList.filter((action) => isNarrow || action !== primary).map((action) => itemOf(action, model, actions));
  const before = [
    { id: "actions", title: t("list.row.actions"), items: others },
    { id: "filters", title: t("list.filters.add"), items: filters.toAdd },
  ].filter(({ items }) => items.length > 0);
  return (
    <div className="list-bar">
      <div ref={find} {...(hasFilters ? { role: "search", "aria-label": t("list.filters.title") } : {})} className="list-find">
        {filters.search !== null && <SearchFilter model={model} filters={filters} filter={filters.search} />}
        {isNarrow && <ScanButton model={model} filters={filters} />}
        {!isNarrow && scope}
        {(!isNarrow || filters.search === null) && <FilterChips model={model} filters={filters} />}
      </div>
      <div className="list-do">
        <ViewMenu model={model} exporting={exporting} {...(isNarrow ? { before } : {})} />
        {!isNarrow && others.length > 0 && (
          <Menu
            label={t("list.action.more")}
            placement="bottom end"
            items={others}
            trigger={<IconButton label={t("list.action.more")} icon={<Ellipsis size={16} aria-hidden="true" />} />}
          />
        )}
        {!isNarrow && primary !== undefined && <ActionButton action={primary} model={model} actions={actions} />}
      </div>
      {isNarrow && (filters.search !== null || scope !== null) && (
        <div className="list-find list-find-more">
          {scope}
          {filters.search !== null && <FilterChips model={model} filters={filters} />}
        </div>
      )}
    </div>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.closest("input,textarea,select,[role=dialog]") !== null);
}

/** Fills the filter that finds codes from what the camera reads. */
function ScanButton({ model: { t, shape }, filters }: { readonly model: ListModel; readonly filters: FiltersState }) {
  const [isOpen, setOpen] = useState(false);
  const filter = shape.filters?.find((one) => one.kind === "text" && one.scans === true);
  if (filter === undefined) return null;
  const take = (code: string) => {
    setOpen(false);
    filters.change(filter, code);
  };
  return (
    <>
      <IconButton
        className="list-control"
        label={t("list.scan")}
        icon={<ScanBarcode size={20} aria-hidden="true" />}
        onPress={() => setOpen(true)}
      />
      <Suspense fallback={null}>{isOpen && <CameraDialog label={t(filter.label)} onCode={take} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
