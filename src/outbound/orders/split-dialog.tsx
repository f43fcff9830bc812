import { useState } from "react";
import { useCallMutation, useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { NumberField } from "#src/kit/ui/number-field.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { splitOrder } from "./order-writes.contract.ts";
import { getOrder } from "./orders.contract.ts";

interface SplitProps {
  readonly uuid: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Moves pieces of an order to a new one, in the same warehouse or another. */
export function SplitDialog({ uuid, onDone, onClose }: SplitProps) {
  const { t, locale } = useTranslation();
  const { data: order, error } = useCallQuery(getOrder, { order_uuid: uuid });
  const warehouses = useCallQuery(queryStorage, { page_size: 200, is_closed: false }).data?.result ?? [];
  const split = useCallMutation(splitOrder);
  const [moved, setMoved] = useState<Readonly<Record<string, number | null>>>({});
  const [warehouse, setWarehouse] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const lines = order?.lines ?? [];
  const press = async () => {
    if (order === undefined) return;
    const chosen = lines.map(({ line_uuid, quantity }) => ({ line_uuid, quantity: moved[line_uuid] ?? 0, most: quantity }));
    const pieces = chosen.reduce((sum, { quantity }) => sum + quantity, 0);
    if (pieces === 0 || pieces >= order.piece_count || chosen.some(({ quantity, most }) => quantity < 0 || quantity > most)) {
      setProblem(t("orders.split.wrong"));
      return;
    }
    try {
      const { new_order } = await split.perform({
        order_uuid: uuid,
        version: order.version,
        warehouse_uuid: warehouse === "" ? null : warehouse,
        lines: chosen.filter(({ quantity }) => quantity > 0).map(({ line_uuid, quantity }) => ({ line_uuid, quantity })),
      });
      useToasts.getState().show("good", t("orders.split.done", { number: new_order.order_number }));
      onClose();
    } catch (caught) {
      // A toast has reported it; the input stays.
      if (!(caught instanceof CallProblem)) throw caught;
    } finally {
      onDone();
    }
  };
  return (
    <Dialog
      title={t("orders.step.split")}
      closeText={t("ui.close")}
      onClose={onClose}
      actions={
        <Button tone="primary" isPending={split.isPending} isDisabled={order === undefined} onClick={() => void press()}>
          {t("orders.step.split")}
        </Button>
      }
    >
      <div className="stack">
        <p>{t("orders.split.text")}</p>
        {error !== null && <Notice tone="bad" title={t("ui.failed")} />}
        {order === undefined && error === null && <p className="quiet">{t("ui.loading")}</p>}
        {lines.map(({ line_uuid, sku, title, quantity }) => (
          <div key={line_uuid} className="order-split">
            <span>
              <strong>{sku}</strong> <span className="quiet">{title}</span>
            </span>
            <NumberField
              label={t("orders.split.move", { sku })}
              isLabelHidden
              value={moved[line_uuid] ?? null}
              min={0}
              max={quantity}
              unit={t("orders.split.of", { shown: formatNumber(quantity, locale) })}
              onNumber={(value) => setMoved((old) => ({ ...old, [line_uuid]: value }))}
            />
          </div>
        ))}
        <Select
          label={t("orders.split.warehouse")}
          value={warehouse}
          nothing={t("orders.split.sameWarehouse")}
          options={warehouses.map(({ warehouse_uuid, name }) => ({ value: warehouse_uuid, text: name }))}
          onValue={setWarehouse}
        />
        {problem !== null && <Notice tone="bad" title={problem} />}
      </div>
    </Dialog>
  );
}
