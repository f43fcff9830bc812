import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { useState } from "react";
import { Button } from "#src/ui/button.tsx";
import { IconButton } from "#src/ui/icon-button.tsx";
import type { MenuItem, MenuSectionItems } from "#src/ui/menu.tsx";
import { Menu } from "#src/ui/menu.tsx";
import { ColumnChooser } from "./column-chooser.tsx";
import type { ExportState } from "./use-export.ts";
import type { ListModel } from "./use-list-model.ts";
import { ManageViews, SaveView } from "./views-dialogs.tsx";

interface ViewMenuProps {
  readonly model: ListModel;
  readonly exporting: ExportState;
  /** what stands above all else: on a narrow screen the filters and the list's actions */
  readonly before?: readonly MenuSectionItems[];
}

/** How the list is looked at: saved views, sort, columns, density; and the files to save. */
export function ViewMenu({ model, exporting, before = [] }: ViewMenuProps) {
  const { t, views, address, shape, isNarrow, selection } = model;
  const [open, setOpen] = useState<"save" | "manage" | "columns" | null>(null);
  const close = () => setOpen(null);
  const { kept, current } = views;
  const sorts = shape.columns.flatMap(({ sort, title }) =>
    sort === undefined
      ? []
      : [
          { sort, text: t("list.sort.up", { title: t(title) }) },
          { sort: `-${sort}`, text: t("list.sort.down", { title: t(title) }) },
        ],
  );
  const selected = Object.keys(selection).length;
  const isExporting = exporting.phase?.kind === "gathering" || exporting.phase?.kind === "writing";
  const files = (["xlsx", "csv"] as const).flatMap((file): MenuItem[] => {
    const format = t(`ui.format.${file}`);
    const all = {
      id: `all ${file}`,
      text: t("list.export.all", { format }),
      isDisabled: isExporting,
      choose: () => exporting.start(file, "all"),
    };
    const text = t("list.export.selected", { format, count: selected });
    return selected === 0 ? [all] : [all, { ...all, id: `selected ${file}`, text, choose: () => exporting.start(file, "selected") }];
  });
  const sections: MenuSectionItems[] = [
    ...before,
    {
      id: "views",
      title: t("list.views.title"),
      items: [
        { id: "standard", text: t("list.views.standard"), isCurrent: current === "", choose: () => views.choose(null) },
        ...kept.views.map((view) => ({
          id: `view ${view.name}`,
          text: view.name,
          isCurrent: current === view.name,
          choose: () => views.choose(view),
        })),
      ],
    },
    {
      id: "keep",
      items: [
        { id: "save", text: t("list.views.save"), choose: () => setOpen("save") },
        ...(kept.views.length === 0 ? [] : [{ id: "manage", text: t("list.views.manage"), choose: () => setOpen("manage") }]),
        { id: "columns", text: t("list.columns.open"), choose: () => setOpen("columns") },
      ],
    },
    {
      id: "sort",
      title: t("list.sort.label"),
      items: [{ sort: "", text: t("list.sort.own") }, ...sorts].map(({ sort, text }) => ({
        id: `sort ${sort}`,
        text,
        isCurrent: address.url.sort === sort,
        choose: () => address.change({ sort, page: 1 }),
      })),
    },
    {
      id: "density",
      title: t("list.density.label"),
      items: (["comfortable", "dense"] as const).map((density) => ({
        id: density,
        text: t(`list.density.${density}`),
        isCurrent: views.density === density,
        choose: () => views.setDensity(density),
      })),
    },
    { id: "export", title: t("list.export.title"), items: files },
  ];
  const hidden = [...(sorts.length === 0 ? ["sort"] : []), ...(isNarrow ? ["density"] : [])];
  const name = current === "" || current === null ? null : current;
  const label = name === null ? t("list.view") : t("list.views.current", { name });
  const icon = <SlidersHorizontal size={16} aria-hidden="true" />;
  return (
    <>
      <Menu
        label={label}
        placement="bottom end"
        sections={sections.filter(({ id }) => !hidden.includes(id))}
        trigger={
          isNarrow ? (
            <IconButton label={label} icon={icon} className="list-control" />
          ) : (
            <Button isPending={isExporting}>
              {icon}
              {label}
            </Button>
          )
        }
      />
      {open === "save" && <SaveView model={model} onClose={close} />}
      {open === "manage" && <ManageViews model={model} onClose={close} />}
      {open === "columns" && <ColumnChooser model={model} onClose={close} />}
    </>
  );
}
