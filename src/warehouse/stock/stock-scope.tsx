import "./stock.css";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { OwnerChoice } from "#src/warehouse/goods/owner-choice.screen.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Select } from "#src/kit/ui/select.tsx";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";

interface StockScopeProps {
  /** empty for all */
  readonly warehouse: string;
  readonly owner: string;
  /** omitted if the warehouse does not matter */
  readonly hasWarehouse: boolean;
  readonly onChange: (part: { warehouse?: string; owner?: string }) => void;
}

/** Lets staff choose the warehouse and the owner. */
export function StockScope({ warehouse, owner, hasWarehouse, onChange }: StockScopeProps) {
  const { t } = useTranslation();
  const warehouses = useCallQuery(queryStorage, { page_size: 200 }).data?.result ?? [];
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
