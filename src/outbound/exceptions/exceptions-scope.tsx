import { mayCall, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Select } from "#src/kit/ui/select.tsx";
import { listOwners } from "#src/warehouse/goods/goods.contract.ts";
import { OwnerChoice } from "#src/warehouse/goods/owner-choice.screen.tsx";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";

export interface ExceptionsScopeValues {
  /** empty for all */
  readonly owner: string;
  readonly warehouse: string;
}

/** Limits a list of exceptions to a warehouse, and for staff to an owner. */
export function ExceptionsScope({
  of: { owner, warehouse },
  onChange,
}: {
  of: ExceptionsScopeValues;
  onChange: (part: Partial<ExceptionsScopeValues>) => void;
}) {
  const { t } = useTranslation();
  const caller = useCaller();
  const warehouses = useCallQuery(queryStorage, { page_size: 200 }).data?.result ?? [];
  return (
    <div className="exceptions-scope">
      {mayCall(caller, listOwners) && (
        <OwnerChoice
          label={t("exceptions.column.owner")}
          isLabelHidden
          value={owner}
          nothing={t("exceptions.scope.allOwners")}
          onValue={(value) => onChange({ owner: value })}
        />
      )}
      <Select
        label={t("exceptions.column.warehouse")}
        isLabelHidden
        value={warehouse}
        nothing={t("exceptions.scope.allWarehouses")}
        options={warehouses.map(({ warehouse_uuid, name }) => ({ value: warehouse_uuid, text: name }))}
        onValue={(value) => onChange({ warehouse: value })}
      />
    </div>
  );
}
