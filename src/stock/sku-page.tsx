import { useMemo, useState } from "react";
import { useAnswer, useCaller } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { numberText } from "#src/lib/wording.ts";
import { Button } from "#src/ui/button.tsx";
import { List } from "#src/ui/list/list.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { StatusTag } from "#src/ui/status-tag.tsx";
import { movementsList } from "./movements.list.tsx";
import { LowStockDialog } from "./low-stock-dialog.tsx";
import { listStock } from "./stock.contract.ts";
import type { StockRow } from "./stock.contract.ts";
import { StockOfVariantScreen } from "./stock-of-variant.screen.tsx";
import { StockFigures } from "./stock-figures.screen.tsx";
import { levelTones } from "./stock-words.rules.ts";
import { StoodAt } from "./stood-at.tsx";
import { useChargesOf } from "./use-charges-of.ts";
import { ActionButton } from "#src/ui/action/action-button.tsx";
import { stockActions } from "./stock.actions.ts";

function Shown({ of, onBack, onChanged }: { of: StockRow; onBack: () => void; onChanged: () => void }) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const [isAsking, setAsking] = useState(false);
  const charges = useChargesOf();
  const list = useMemo(() => movementsList(caller, of.variant_uuid, { charges }), [caller, of.variant_uuid, charges]);
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
          <span>{low === null ? t("stock.low.none") : t("stock.low.at", { count: low, shown: numberText(low, locale) })}</span>
          <ActionButton of={stockActions.low} subject={of} onClick={() => setAsking(true)}>
            {t("stock.action.low")}
          </ActionButton>
        </div>
      </section>
      <StockOfVariantScreen variantUuid={of.variant_uuid} />
      <StoodAt variantUuid={of.variant_uuid} />
      <h2>{t("stock.tab.movements")}</h2>
      <List of={list} />
      {isAsking && <LowStockDialog row={of} onDone={onChanged} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** All that is known of one SKU's stock: by state, by place (staff), and what happened to it. */
export function SkuPage({ uuid, onBack, onChanged }: { uuid: string; onBack: () => void; onChanged: () => void }) {
  const { t } = useTranslation();
  const { data, error } = useAnswer(listStock, { variant_uuid: uuid });
  const row = data?.result[0];
  if (row !== undefined) return <Shown of={row} onBack={onBack} onChanged={onChanged} />;
  if (data === undefined && error === null) return <p className="quiet">{t("ui.loading")}</p>;
  return (
    <Notice tone="bad" title={t("stock.sku.unknown")}>
      <Button onClick={onBack}>{t("stock.sku.back")}</Button>
    </Notice>
  );
}
