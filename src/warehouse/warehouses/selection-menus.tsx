import ChevronDown from "lucide-react/icons/chevron-down";
import Ellipsis from "lucide-react/icons/ellipsis";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { ActionRule } from "#src/kit/ui/action/action.ts";
import { formatReason, getObstacle } from "#src/kit/ui/action/action.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import type { MenuItem } from "#src/kit/ui/menu.tsx";
import { Menu } from "#src/kit/ui/menu.tsx";
import type { LocationScope } from "./locations.list.tsx";
import type { WarehouseNode } from "./warehouses.contract.ts";

interface SelectionMenuProps {
  readonly warehouses: readonly WarehouseNode[];
  readonly chosen: LocationScope;
  /** the name of the selection */
  readonly title: string;
  readonly onChoose: (chosen: LocationScope) => void;
}

/** The tree on a narrow screen: warehouses, partitions of the chosen one, and shelves of the chosen partition. */
export function SelectionMenu({ warehouses, chosen, title, onChoose }: SelectionMenuProps) {
  const { t } = useTranslation();
  const { warehouse_uuid } = chosen;
  const warehouse = warehouses.find((one) => one.warehouse_uuid === warehouse_uuid);
  const partition = warehouse?.partitions.find(({ partition_uuid }) => partition_uuid === chosen.partition_uuid);
  const item = (
    id: string,
    text: string,
    { used_count: used, location_count: count }: { readonly used_count: number; readonly location_count: number },
    isCurrent: boolean,
    place: LocationScope,
  ): MenuItem => ({ id, text, hint: t("warehouses.tree.used", { used, count }), isCurrent, choose: () => onChoose(place) });
  const sections = [
    {
      id: "warehouses",
      title: t("warehouses.tree.title"),
      items: warehouses.map((one) =>
        item(
          one.warehouse_uuid,
          one.is_closed ? `${one.name} (${t("warehouses.tree.closed")})` : one.name,
          one,
          one === warehouse && partition === undefined,
          { warehouse_uuid: one.warehouse_uuid },
        ),
      ),
    },
    {
      id: "partitions",
      title: t("warehouses.tree.partitions"),
      items: (warehouse?.partitions ?? []).map((one) =>
        item(
          one.partition_uuid,
          one.name === "" ? one.code : `${one.code} ${one.name}`,
          one,
          one === partition && chosen.shelf_uuid === undefined,
          { warehouse_uuid, partition_uuid: one.partition_uuid },
        ),
      ),
    },
    {
      id: "shelves",
      title: t("warehouses.tree.shelves"),
      items: (partition?.shelves ?? []).map((one) =>
        item(one.shelf_uuid, one.code, one, one.shelf_uuid === chosen.shelf_uuid, {
          warehouse_uuid,
          partition_uuid: partition?.partition_uuid ?? "",
          shelf_uuid: one.shelf_uuid,
        }),
      ),
    },
  ].filter(({ items }) => items.length > 0);
  return (
    <Menu
      label={t("warehouses.tree.title")}
      sections={sections}
      trigger={
        <Button className="place-choice">
          <span className="clip-1">{title}</span>
          <ChevronDown size={16} aria-hidden />
        </Button>
      }
    />
  );
}

interface SelectionActionsProps {
  readonly actions: readonly { readonly id: string; readonly text: string; readonly rule: ActionRule; readonly choose: () => void }[];
}

/** The actions of the selection in one menu. */
export function SelectionActions({ actions }: SelectionActionsProps) {
  const words = useTranslation();
  const caller = useCaller();
  const items = actions.flatMap(({ id, text, rule, choose }): MenuItem[] => {
    const obstacle = getObstacle(rule, undefined, caller);
    if (obstacle?.isHidden === true) return [];
    return [{ id, text, choose, reason: obstacle === null ? null : formatReason(obstacle, words) }];
  });
  if (items.length === 0) return null;
  return (
    <Menu
      label={words.t("list.row.actions")}
      placement="bottom end"
      items={items}
      trigger={<IconButton label={words.t("list.row.actions")} icon={<Ellipsis size={20} aria-hidden />} />}
    />
  );
}
