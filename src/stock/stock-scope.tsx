import "./stock.css";
import { useAnswer } from "#src/api/caller.tsx";
import { OwnerChoice } from "#src/goods/owner-choice.screen.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Select } from "#src/ui/select.tsx";
import { queryStorage } from "#src/warehouses/warehouses.contract.ts";

interface StockScopeProps {
  /** empty for all */
  readonly warehouse: string;
  readonly owner: string;
  /** left out where a warehouse means nothing */
  readonly hasWarehouse: boolean;
  readonly onChange: (part: { warehouse?: string; owner?: string }) => void;
}

/** Which warehouse and whose goods are looked at: staff choose. */
export function StockScope({ warehouse, owner, hasWarehouse, onChange }: StockScopeProps) {
  const { t } = useTranslation();
  const warehouses = useAnswer(queryStorage, { page_size: 200 }).data?.result ?? [];
  return (
    <div className="stock-scope">
      {hasWarehouse && (
        <Select
          label={t("stock.column.warehouse")}
          isLabelHidden
          value={warehouse}
          nothing={t("stock.scope.allWarehouses")}
          options={warehouses.map(({ warehouse_uuid, name }) => ({ value: warehouse_uuid, text: name }))}
          onValue={(value) => onChange({ warehouse: value })}
        />
      )}
      <OwnerChoice
        label={t("stock.column.owner")}
        isLabelHidden
        value={owner}
        nothing={t("stock.scope.allOwners")}
        onValue={(value) => onChange({ owner: value })}
      />
    </div>
  );
}
