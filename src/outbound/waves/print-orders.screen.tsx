import "./waves.css";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { WarehouseChoice } from "./warehouse-choice.tsx";
import { wavesList } from "./waves.list.tsx";

/** Pick lists and packing slips of the waves that are released and not all picked; what was not printed yet is a filter. */
export function PrintOrdersScreen() {
  const { t } = useTranslation();
  const caller = useCaller();
  const navigate = useNavigate();
  const chosen = useSearch({ strict: false }).warehouse;
  const warehouse = typeof chosen === "string" ? chosen : "";
  const open = useCallback((wave: string) => void navigate({ to: "/p/p-wave-order", search: { wave } }), [navigate]);
  const list = useMemo(
    () => wavesList(caller, { name: "waves.prints", title: "navigation.printOrders", warehouse }, open),
    [caller, warehouse, open],
  );
  const limit = (value: string): void =>
    void navigate({
      to: ".",
      search: ({ page: _page, warehouse: _warehouse, ...old }: Record<string, unknown>) =>
        value === "" ? old : { ...old, warehouse: value },
      resetScroll: false,
    });
  return (
    <div className="stack waves">
      <h1>{t("navigation.printOrders")}</h1>
      <p className="quiet">{t("waves.printHint")}</p>
      <List key={warehouse} of={list} scope={<WarehouseChoice value={warehouse} onValue={limit} />} />
    </div>
  );
}
