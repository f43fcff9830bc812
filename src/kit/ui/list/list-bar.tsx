import ScanBarcode from "lucide-react/icons/scan-barcode";
import type { ReactNode } from "react";
import { Suspense, useRef, useState } from "react";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { useKeyDown } from "#src/kit/ui/use-key-down.ts";
import { FilterChips, SearchFilter } from "./filter-chips.tsx";
import { useList } from "./list-context.ts";
import { ActionButton, MoreActions } from "./selection-bar.tsx";
import { ViewMenu } from "./view-menu.tsx";

const CameraDialog = lazyPart(async () => (await import("#src/kit/ui/scan/camera-dialog.tsx")).CameraDialog);

/**
 * The bar above a list: search, filters, view and actions. On a narrow screen it shows search, scan and the main action; one button opens the rest.
 * @param scope inputs of the surrounding screen that limit the rows, such as the owner
 */
export function ListBar({ scope }: { scope: ReactNode }) {
  const { t, isNarrow, shape, actions, filters } = useList();
  const { ofList } = actions;
  const { search } = filters;
  const find = useRef<HTMLDivElement>(null);
  useKeyDown((event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const first = find.current?.querySelector<HTMLElement>("input, button");
    if (first === null || first === undefined) return;
    event.preventDefault();
    first.focus();
  });
  const primary = ofList.find(({ isPrimary }) => isPrimary === true) ?? (ofList.length === 1 ? ofList[0] : undefined);
  // Alone, an action stands on a wide screen only, where there is room for what is rarely meant.
  const shown = isNarrow && primary?.isPrimary !== true ? undefined : primary;
  const main = shown === undefined ? null : <ActionButton action={shown} />;
  // The search takes the first row of a phone.
  const isBelow = isNarrow && search !== null;
  const others = ofList.filter((action) => action !== shown).map((action) => actions.itemOf(action));
  const before = [
    { id: "actions", title: t("list.row.actions"), items: others },
    { id: "filters", title: t("list.filters.add"), items: filters.toAdd },
  ];
  return (
    <div className="list-bar">
      <div
        ref={find}
        {...((shape.filters ?? []).length > 0 ? { role: "search", "aria-label": t("list.filters.title") } : {})}
        className="list-find"
      >
        {search !== null && <SearchFilter filter={search} />}
        {isNarrow && <ScanButton />}
        {!isNarrow && scope}
        {(!isNarrow || search === null) && <FilterChips />}
      </div>
      <div className="list-do">
        <ViewMenu before={isNarrow ? before : []} />
        {!isNarrow && <MoreActions items={others} />}
        {!isBelow && main}
      </div>
      {isNarrow && (search !== null || scope !== null) && (
        <div className="list-find list-find-more">
          {scope}
          {search !== null && <FilterChips />}
          {isBelow && main}
        </div>
      )}
    </div>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.closest("input,textarea,select,[role=dialog]") !== null);
}

/** Fills the scannable filter from the camera. */
function ScanButton() {
  const { t, shape, filters } = useList();
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
