import { useState } from "react";
import { ManageViews } from "./manage-views.tsx";
import type { MenuItem } from "./list-menu.tsx";
import { MenuButton } from "./list-menu.tsx";
import { SaveView } from "./save-view.tsx";
import type { ListModel } from "./use-list-model.ts";

/** The saved views of a list: one press to look at it in another way. "Standard" is always there. */
export function ViewsMenu({ model }: { model: ListModel }) {
  const { t, views } = model;
  const [open, setOpen] = useState<"save" | "manage" | null>(null);
  const { kept, current } = views;
  const items: MenuItem[] = [
    { id: "standard", text: t("list.views.standard"), isCurrent: current === "", choose: () => views.choose(null) },
    ...kept.views.map((view) => ({
      id: `view ${view.name}`,
      text: view.name,
      isCurrent: current === view.name,
      choose: () => views.choose(view),
    })),
    { id: "save", text: t("list.views.save"), isApart: true, choose: () => setOpen("save") },
  ];
  if (kept.views.length > 0) items.push({ id: "manage", text: t("list.views.manage"), choose: () => setOpen("manage") });
  const name = current === "" ? t("list.views.standard") : current;
  return (
    <>
      <MenuButton label={name === null ? t("list.views.title") : t("list.views.current", { name })} items={items} />
      {open === "save" && <SaveView model={model} onClose={() => setOpen(null)} />}
      {open === "manage" && <ManageViews model={model} onClose={() => setOpen(null)} />}
    </>
  );
}
