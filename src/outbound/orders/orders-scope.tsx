import { mayCall, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { CountrySelect } from "#src/kit/countries/country-select.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Select } from "#src/kit/ui/select.tsx";
import { OwnerChoice } from "#src/warehouse/goods/owner-choice.screen.tsx";
import { listOwners } from "#src/warehouse/goods/goods.contract.ts";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";

export interface OrdersScopeValues {
  /** empty for all */
  readonly owner: string;
  readonly warehouse: string;
  readonly country: string;
}

/** Limits a list of orders to a warehouse, a country, and for staff an owner. */
export function OrdersScope({
  of: { owner, warehouse, country },
  onChange,
}: {
  of: OrdersScopeValues;
  onChange: (part: Partial<OrdersScopeValues>) => void;
}) {
  const { t } = useTranslation();
  const caller = useCaller();
  const warehouses = useCallQuery(queryStorage, { page_size: 200 }).data?.result ?? [];
  return (
    <div className="orders-scope">
      {mayCall(caller, listOwners) && (
        <OwnerChoice
          label={t("orders.column.owner")}
          isLabelHidden
          value={owner}
          nothing={t("orders.scope.allOwners")}
          onValue={(value) => onChange({ owner: value })}
        />
      )}
      <Select
        label={t("orders.column.warehouse")}
        isLabelHidden
        value={warehouse}
        nothing={t("orders.scope.allWarehouses")}
        options={warehouses.map(({ warehouse_uuid, name }) => ({ value: warehouse_uuid, text: name }))}
        onValue={(value) => onChange({ warehouse: value })}
      />
      <CountrySelect
        label={t("orders.column.country")}
        isLabelHidden
        value={country}
        nothing={t("orders.scope.allCountries")}
        onValue={(value) => onChange({ country: value })}
      />
    </div>
  );
}
