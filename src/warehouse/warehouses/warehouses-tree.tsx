import "./warehouses-tree.css";
import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronRight from "lucide-react/icons/chevron-right";
import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { BareButton } from "#src/kit/ui/button.tsx";
import type { LocationScope } from "./locations.list.tsx";
import type { PartitionNode, WarehouseNode } from "./warehouses.contract.ts";

interface TreeProps {
  readonly warehouses: readonly WarehouseNode[];
  readonly chosen: LocationScope;
  readonly onChoose: (chosen: LocationScope) => void;
}

interface Counts {
  readonly used_count: number;
  readonly location_count: number;
}

function Entry({ text, counts, isChosen, onPress }: { text: string; counts: Counts; isChosen: boolean; onPress: () => void }) {
  const { t } = useTranslation();
  return (
    <BareButton className="warehouses-entry" aria-current={isChosen} onClick={onPress}>
      <span className="warehouses-entry-text">{text}</span>
      <span className="quiet small number">{t("warehouses.tree.used", { used: counts.used_count, count: counts.location_count })}</span>
    </BareButton>
  );
}

function Partition({
  warehouse_uuid,
  partition,
  chosen,
  onChoose,
}: Omit<TreeProps, "warehouses"> & { warehouse_uuid: string; partition: PartitionNode }) {
  const { t } = useTranslation();
  const { partition_uuid, code, name, shelves } = partition;
  const isIn = chosen.partition_uuid === partition_uuid;
  const [isOpen, setOpen] = useState(isIn);
  const isShown = isOpen || (isIn && chosen.shelf_uuid !== undefined);
  return (
    <li>
      <div className="warehouses-branch">
        <BareButton
          className="warehouses-toggle"
          aria-expanded={isShown}
          aria-label={t(isShown ? "warehouses.tree.close" : "warehouses.tree.open", { code })}
          isDisabled={shelves.length === 0}
          onClick={() => setOpen(!isShown)}
        >
          {isShown ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
        </BareButton>
        <Entry
          text={name === "" ? code : `${code} ${name}`}
          counts={partition}
          isChosen={isIn && chosen.shelf_uuid === undefined}
          onPress={() => onChoose({ warehouse_uuid, partition_uuid })}
        />
      </div>
      {isShown && (
        <ul className="warehouses-inner">
          {shelves.map((shelf) => (
            <li key={shelf.shelf_uuid}>
              <Entry
                text={shelf.code}
                counts={shelf}
                isChosen={chosen.shelf_uuid === shelf.shelf_uuid}
                onPress={() => onChoose({ warehouse_uuid, partition_uuid, shelf_uuid: shelf.shelf_uuid })}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Lists warehouses with partitions and shelves, and how many of their locations are used; one item is selected. */
export function WarehousesTree({ warehouses, chosen, onChoose }: TreeProps) {
  const { t } = useTranslation();
  return (
    <nav className="warehouses-tree" aria-label={t("warehouses.tree.title")}>
      <ul>
        {warehouses.map((warehouse) => {
          const { warehouse_uuid, name, is_closed, partitions } = warehouse;
          const isIn = chosen.warehouse_uuid === warehouse_uuid;
          return (
            <li key={warehouse_uuid}>
              <Entry
                text={is_closed ? `${name} (${t("warehouses.tree.closed")})` : name}
                counts={warehouse}
                isChosen={isIn && chosen.partition_uuid === undefined}
                onPress={() => onChoose({ warehouse_uuid })}
              />
              {isIn && (
                <ul className="warehouses-inner">
                  {partitions.map((partition) => (
                    <Partition key={partition.partition_uuid} {...{ warehouse_uuid, partition, chosen, onChoose }} />
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
