import { useMemo } from "react";
import { z } from "zod";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { setLowStock } from "./low-stock.contract.ts";
import type { StockRow } from "./stock.contract.ts";

type LowRow = Pick<StockRow, "variant_uuid" | "sku" | "low_stock_quantity">;

function lowForm({ variant_uuid, low_stock_quantity: seen }: LowRow) {
  return defineForm({
    name: "stock.low",
    keepsDraft: false,
    schema: z.object({ low_stock_quantity: z.int().min(0).max(1_000_000).optional() }),
    submit: "stock.low.submit",
    fields: { low_stock_quantity: { kind: "number", label: "stock.column.low", hint: "stock.low.hint" } },
    send: ({ low_stock_quantity = null }, { client }) => client.call(setLowStock, { variant_uuid, low_stock_quantity, seen }),
  });
}

/** Sets the number of available pieces below which a SKU is low. */
export function LowStockDialog({ row, onDone, onClose }: { row: LowRow; onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useMemo(() => lowForm(row), [row]);
  return (
    <FormDialog title={t("stock.low.title", { sku: row.sku })} onClose={onClose}>
      <Form
        of={form}
        initial={row.low_stock_quantity === null ? {} : { low_stock_quantity: row.low_stock_quantity }}
        subject={row.variant_uuid}
        onDone={() => {
          useToasts.getState().show("good", t("stock.low.done", { sku: row.sku }));
          onDone();
          onClose();
        }}
      />
    </FormDialog>
  );
}
