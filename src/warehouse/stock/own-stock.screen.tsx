import { use, useMemo, useState } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import { AgesTab } from "./ages-tab.tsx";
import { MovementActions } from "./added-actions.ts";
import { movementsList } from "./movements.list.tsx";
import { LowStockDialog } from "./low-stock-dialog.tsx";
import { SkuPage } from "./sku-page.tsx";
import type { StockRow } from "./stock.contract.ts";
import { stockList } from "./stock.list.tsx";
import { useAnnounceGoods, useReloadStock, useStockView } from "./use-stock-view.ts";

const tabs = ["stock", "movements", "ages"] as const;

function StockTab({ show }: { show: (variantUuid: string) => void }) {
  const caller = useCaller();
  const reload = useReloadStock();
  const [low, setLow] = useState<StockRow | null>(null);
  const announce = useAnnounceGoods();
  const list = useMemo(() => stockList(caller, { show, askLow: setLow, announce }), [caller, show, announce]);
  return (
    <>
      <List of={list} />
      {low !== null && <LowStockDialog row={low} onDone={reload} onClose={() => setLow(null)} />}
    </>
  );
}

function MovementsTab() {
  const caller = useCaller();
  const actions = use(MovementActions);
  const list = useMemo(() => movementsList(caller, null, actions), [caller, actions]);
  return <List of={list} />;
}

/** A retailer's stock by state, movement and age. Updates live. */
export function OwnStockScreen() {
  const { t } = useTranslation();
  const { tab: named, variant, go } = useStockView();
  const reload = useReloadStock();
  const show = useMemo(() => (variantUuid: string) => go({ variant: variantUuid }), [go]);
  if (variant !== "") return <SkuPage key={variant} uuid={variant} onBack={() => go({})} onChanged={reload} />;
  const tab = tabs.find((one) => one === named) ?? "stock";
  return (
    <div className="stack">
      <h1>{t("navigation.warehousing")}</h1>
      <p className="quiet">{t("stock.intro.own")}</p>
      <Tabs
        label={t("navigation.warehousing")}
        tabs={tabs.map((value) => ({ value, text: t(`stock.tab.${value}`) }))}
        value={tab}
        onValue={(value) => go({ tab: value })}
      >
        {tab === "stock" && <StockTab show={show} />}
        {tab === "movements" && <MovementsTab />}
        {tab === "ages" && <AgesTab input={{}} />}
      </Tabs>
    </div>
  );
}
