import { use, useMemo, useState } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { List } from "#src/kit/ui/list/list.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { MovementActions } from "./added-actions.ts";
import { movementsList } from "./movements.list.tsx";
import { LowStockDialog } from "./low-stock-dialog.tsx";
import { listStock } from "./stock.contract.ts";
import type { StockRow } from "./stock.contract.ts";
import { StockOfVariantScreen } from "./stock-of-variant.screen.tsx";
import { StockFigures } from "./stock-figures.screen.tsx";
import { levelTones } from "./stock-words.rules.ts";
import { StockAtTime } from "./stock-at-time.tsx";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { stockActions } from "./stock.actions.ts";

function Shown({ of, onBack, onChanged }: { of: StockRow; onBack: () => void; onChanged: () => void }) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const [isAsking, setAsking] = useState(false);
  const actions = use(MovementActions);
  const list = useMemo(() => movementsList(caller, of.variant_uuid, actions), [caller, of.variant_uuid, actions]);
  const low = of.low_stock_quantity;
  return (
    <div className="stack">
      <div className="row row-apart">
        <div className="row">
          <h1>{of.sku}</h1>
          <StatusTag tone={levelTones[of.level]} text={t(`stock.level.${of.level}`)} />
        </div>
        <Button onClick={onBack}>{t("stock.sku.back")}</Button>
      </div>
      <section className="panel stack">
        <p>{of.title === "" ? of.product_title : t("stock.sku.named", { product: of.product_title, variant: of.title })}</p>
        <StockFigures pieces={of} since={of.oldest_since} />
        <div className="row">
          <span>{low === null ? t("stock.low.none") : t("stock.low.at", { count: low, shown: formatNumber(low, locale) })}</span>
          <ActionButton of={stockActions.low} subject={of} onClick={() => setAsking(true)}>
            {t("stock.action.low")}
          </ActionButton>
        </div>
      </section>
      <StockOfVariantScreen variantUuid={of.variant_uuid} />
      <StockAtTime variantUuid={of.variant_uuid} />
      <h2>{t("stock.tab.movements")}</h2>
      <List of={list} />
      {isAsking && <LowStockDialog row={of} onDone={onChanged} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** The stock of one SKU: by state, by location (staff), and its movements. */
export function SkuPage({ uuid, onBack, onChanged }: { uuid: string; onBack: () => void; onChanged: () => void }) {
  const { t } = useTranslation();
  const { data, error } = useCallQuery(listStock, { variant_uuid: uuid });
  const row = data?.result[0];
  if (row !== undefined) return <Shown of={row} onBack={onBack} onChanged={onChanged} />;
  if (data === undefined && error === null) return <p className="quiet">{t("ui.loading")}</p>;
  return (
    <Notice tone="bad" title={t("stock.sku.unknown")}>
      <Button onClick={onBack}>{t("stock.sku.back")}</Button>
    </Notice>
  );
}
