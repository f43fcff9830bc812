import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { useState } from "react";
import { Button } from "#src/kit/ui/button.tsx";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import type { MenuItem, MenuSectionItems } from "#src/kit/ui/menu.tsx";
import { Menu } from "#src/kit/ui/menu.tsx";
import { ColumnChooser } from "./column-chooser.tsx";
import { useList } from "./list-context.ts";
import { ManageViews, SaveView } from "./views-dialogs.tsx";
import { densities } from "./views.storage.ts";

/** One of several, with a mark at the current one. */
function markedItem(id: string, text: string, isCurrent: boolean, choose: () => void): MenuItem {
  return { id, text, isCurrent, choose };
}

/**
 * How the list is looked at: saved views, sort, columns, density; and the files to save.
 * @param before what stands above all else: on a narrow screen the filters and the list's actions
 */
export function ViewMenu({ before }: { before: readonly MenuSectionItems[] }) {
  const { t, views, address, shape, isNarrow, selection, exporting } = useList();
  const [open, setOpen] = useState<"save" | "manage" | "columns" | null>(null);
  const close = () => setOpen(null);
  const sortItem = (sort: string, text: string) =>
    markedItem(`sort ${sort}`, text, address.sort === sort, () => address.change({ sort, page: 1 }));
  const sorts = shape.columns.flatMap(({ sort, title }) => {
    if (sort === undefined) return [];
    const column = { title: t(title) };
    return [sortItem(sort, t("list.sort.up", column)), sortItem(`-${sort}`, t("list.sort.down", column))];
  });
  const count = Object.keys(selection).length;
  const files = (count === 0 ? (["all"] as const) : (["all", "selected"] as const)).flatMap((extent) =>
    (["xlsx", "csv"] as const).map((file) => ({
      id: `${extent} ${file}`,
      text: t(`list.export.${extent}`, { format: t(`ui.format.${file}`), count }),
      isDisabled: exporting.isBusy,
      choose: () => exporting.start(file, extent),
    })),
  );
  const { views: saved } = views.kept;
  const sections: MenuSectionItems[] = [
    ...before,
    {
      id: "views",
      title: t("list.views.title"),
      items: [
        markedItem("standard", t("list.views.standard"), views.current === "", () => views.choose(null)),
        ...saved.map((view) => markedItem(`view ${view.name}`, view.name, views.current === view.name, () => views.choose(view))),
      ],
    },
    {
      id: "keep",
      items: [
        { id: "save", text: t("list.views.save"), choose: () => setOpen("save") },
        ...(saved.length === 0 ? [] : [{ id: "manage", text: t("list.views.manage"), choose: () => setOpen("manage") }]),
        { id: "columns", text: t("list.columns.open"), choose: () => setOpen("columns") },
      ],
    },
    { id: "sort", title: t("list.sort.label"), items: sorts.length === 0 ? [] : [sortItem("", t("list.sort.own")), ...sorts] },
    {
      id: "density",
      title: t("list.density.label"),
      items: isNarrow
        ? []
        : densities.map((one) => markedItem(one, t(`list.density.${one}`), views.density === one, () => views.keep({ density: one }))),
    },
    { id: "export", title: t("list.export.title"), items: files },
  ];
  const name = views.current ?? "";
  const label = name === "" ? t("list.view") : t("list.views.current", { name });
  const icon = <SlidersHorizontal size={16} aria-hidden="true" />;
  return (
    <>
      <Menu
        label={label}
        placement="bottom end"
        sections={sections.filter(({ items }) => items.length > 0)}
        trigger={
          isNarrow ? (
            <IconButton label={label} icon={icon} className="list-control" />
          ) : (
            <Button isPending={exporting.isBusy}>
              {icon}
              {label}
            </Button>
          )
        }
      />
      {open === "save" && <SaveView onClose={close} />}
      {open === "manage" && <ManageViews onClose={close} />}
      {open === "columns" && <ColumnChooser onClose={close} />}
    </>
  );
}
