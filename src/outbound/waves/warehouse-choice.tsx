import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Select } from "#src/kit/ui/select.tsx";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";

interface WarehouseChoiceProps {
  /** empty for all */
  readonly value: string;
  readonly onValue: (warehouseUuid: string) => void;
}

/** Lists the caller's warehouses; undefined while they are loading. */
export function useWarehouses(): readonly { readonly warehouse_uuid: string; readonly name: string }[] | undefined {
  return useCallQuery(queryStorage, { page_size: 200 }).data?.result;
}

/** The warehouse that waves are shown of; nothing to choose if there is only one. */
export function WarehouseChoice({ value, onValue }: WarehouseChoiceProps) {
  const { t } = useTranslation();
  const warehouses = useWarehouses() ?? [];
  if (warehouses.length < 2) return null;
  return (
    <Select
      label={t("waves.column.warehouse")}
      isLabelHidden
      value={value}
      nothing={t("waves.allWarehouses")}
      options={warehouses.map(({ warehouse_uuid, name }) => ({ value: warehouse_uuid, text: name }))}
      onValue={onValue}
    />
  );
}
