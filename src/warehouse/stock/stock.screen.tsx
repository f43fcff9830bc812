import type { ReactNode } from "react";
import { Suspense, use, useCallback, useMemo, useState } from "react";
import { mayCall, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ImportDialog } from "#src/warehouse/imports/import-dialog.screen.tsx";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import type { ActionByHand } from "./balances.list.tsx";
import { balancesList } from "./balances.list.tsx";
import { MovementActions } from "./added-actions.ts";
import { movementsList } from "./movements.list.tsx";
import { listReconciliations } from "./stock.contract.ts";
import type { BalanceRow, StockRow } from "./stock.contract.ts";
import { stockList } from "./stock.list.tsx";
import { StockScope } from "./stock-scope.tsx";
import { StockAtTime } from "./stock-at-time.tsx";
import { useAnnounceGoods, useReloadStock, useStockView } from "./use-stock-view.ts";

const LowStockDialog = lazyPart(async () => (await import("./low-stock-dialog.tsx")).LowStockDialog);
const ManualStockChangeDialog = lazyPart(async () => (await import("./manual-stock-change-dialog.tsx")).ManualStockChangeDialog);
const SkuPage = lazyPart(async () => (await import("./sku-page.tsx")).SkuPage);
const ReconciliationTab = lazyPart(async () => (await import("./reconciliation-tab.tsx")).ReconciliationTab);
const AgesTab = lazyPart(async () => (await import("./ages-tab.tsx")).AgesTab);
const StocktakesTab = lazyPart(async () => (await import("./stocktakes-tab.tsx")).StocktakesTab);
const StocktakePage = lazyPart(async () => (await import("./stocktake-page.tsx")).StocktakePage);
const CountingScreen = lazyPart(async () => (await import("./counting.screen.tsx")).CountingScreen);

const tabs = ["stock", "locations", "movements", "ages", "stocktakes", "reconciliation"] as const;

interface Input {
  readonly owner_uuid?: string;
  readonly warehouse_uuid?: string;
}
interface TabProps {
  readonly input: Input;
  readonly show: (variantUuid: string) => void;
  /** the warehouse and owner fields */
  readonly scope: ReactNode;
}

function StockTab({ input, show, scope }: TabProps) {
  const caller = useCaller();
  const reload = useReloadStock();
  const [low, setLow] = useState<StockRow | null>(null);
  const [isImporting, setImporting] = useState(false);
  const announce = useAnnounceGoods();
  const list = useMemo(
    () => stockList(caller, { show, askLow: setLow, announce, upload: () => setImporting(true) }, input),
    [caller, show, announce, input],
  );
  return (
    <>
      <List of={list} scope={scope} />
      <Suspense fallback={null}>{low !== null && <LowStockDialog row={low} onDone={reload} onClose={() => setLow(null)} />}</Suspense>
      <ImportDialog kind="opening-stock" open={isImporting} onClose={() => setImporting(false)} onPosted={reload} />
    </>
  );
}

function LocationsTab({ input, show, scope }: TabProps) {
  const reload = useReloadStock();
  const [asked, setAsked] = useState<{ deed: ActionByHand; row: BalanceRow } | null>(null);
  const list = useMemo(() => balancesList({ show, ask: (deed, row) => setAsked({ deed, row }) }, input), [show, input]);
  return (
    <>
      <List of={list} scope={scope} />
      <Suspense fallback={null}>
        {asked !== null && <ManualStockChangeDialog deed={asked.deed} row={asked.row} onDone={reload} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  );
}

function MovementsTab({ input: { owner_uuid }, scope }: TabProps) {
  const caller = useCaller();
  const actions = use(MovementActions);
  const list = useMemo(
    () => movementsList(caller, null, actions, owner_uuid === undefined ? {} : { owner_uuid }),
    [caller, owner_uuid, actions],
  );
  return (
    <div className="stack">
      <List of={list} scope={scope} />
      <StockAtTime variantUuid={null} />
    </div>
  );
}

/** The supplier's stock: by SKU, by location, movements, stocktakes and reconciliations. */
export function StockScreen() {
  const { t } = useTranslation();
  const caller = useCaller();
  const place = useStockView();
  const { variant, stocktake, warehouse, owner, go } = place;
  const reload = useReloadStock();
  const show = useCallback((variantUuid: string) => go({ variant: variantUuid }), [go]);
  const input = useMemo<Input>(
    () => ({ ...(owner === "" ? {} : { owner_uuid: owner }), ...(warehouse === "" ? {} : { warehouse_uuid: warehouse }) }),
    [owner, warehouse],
  );
  if (variant !== "")
    return (
      <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
        <SkuPage key={variant} uuid={variant} onBack={() => go({})} onChanged={reload} />
      </Suspense>
    );
  if (stocktake !== "")
    return (
      <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
        {place.isCounting ? (
          <CountingScreen key={stocktake} uuid={stocktake} onBack={() => go({ stocktake })} />
        ) : (
          <StocktakePage key={stocktake} uuid={stocktake} go={go} onChanged={reload} />
        )}
      </Suspense>
    );
  const shown = tabs.filter((one) => one !== "reconciliation" || mayCall(caller, listReconciliations));
  const tab = shown.find((one) => one === place.tab) ?? "stock";
  const scope = <StockScope warehouse={warehouse} owner={owner} hasWarehouse={tab !== "movements"} onChange={go} />;
  const key = `${owner} ${warehouse}`;
  return (
    <div className="stack">
      <h1>{t("navigation.stock")}</h1>
      <Tabs
        label={t("navigation.stock")}
        tabs={shown.map((value) => ({ value, text: t(`stock.tab.${value}`) }))}
        value={tab}
        onValue={(value) => go({ tab: value })}
      >
        <div className="stack">
          {tab === "ages" && scope}
          {tab === "stock" && <StockTab key={key} input={input} show={show} scope={scope} />}
          {tab === "locations" && <LocationsTab key={key} input={input} show={show} scope={scope} />}
          {tab === "movements" && <MovementsTab key={key} input={input} show={show} scope={scope} />}
          <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
            {tab === "ages" && <AgesTab input={input} />}
            {tab === "stocktakes" && <StocktakesTab show={(uuid) => go({ stocktake: uuid })} />}
            {tab === "reconciliation" && <ReconciliationTab />}
          </Suspense>
        </div>
      </Tabs>
    </div>
  );
}
