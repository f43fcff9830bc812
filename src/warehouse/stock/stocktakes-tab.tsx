import { useMemo, useState } from "react";
import { List } from "#src/kit/ui/list/list.tsx";
import { PlanStocktakeDialog } from "./plan-stocktake-dialog.tsx";
import { stocktakesList } from "./stocktakes.list.tsx";
import { useReloadStock } from "./use-stock-view.ts";

/** Lists the stocktakes, and plans new ones. */
export function StocktakesTab({ show }: { show: (stocktakeUuid: string) => void }) {
  const [isPlanning, setPlanning] = useState(false);
  const reload = useReloadStock();
  const list = useMemo(() => stocktakesList({ show, plan: () => setPlanning(true) }), [show]);
  return (
    <>
      <List of={list} />
      {isPlanning && (
        <PlanStocktakeDialog
          onClose={() => setPlanning(false)}
          onDone={(uuid) => {
            reload();
            show(uuid);
          }}
        />
      )}
    </>
  );
}
