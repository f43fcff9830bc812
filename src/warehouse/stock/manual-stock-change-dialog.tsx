import { useMemo } from "react";
import { z } from "zod";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { ActionByHand } from "./balances.list.tsx";
import { adjustStock, changeCondition, moveStock } from "./stock.contract.ts";
import type { BalanceRow } from "./stock.contract.ts";
import { adjustmentReasons, conditions } from "./stock.rules.ts";

const { from_location, to_location, quantity, note: moveNote } = moveStock.input.shape;

function toGoods({ variant_uuid, lot, condition }: BalanceRow) {
  return { variant_uuid, lot, condition };
}

function moveForm(row: BalanceRow) {
  return defineForm({
    name: "stock.move",
    keepsDraft: false,
    schema: z.object({ quantity, from_location, to_location, note: moveNote }),
    submit: "stock.action.move",
    refusalsAt: {
      "stock.notEnough": "quantity",
      "stock.reservedElsewhere": "quantity",
      "stock.samePlace": "to_location",
      "stock.locationUnknown": "to_location",
      "stock.locationBlocked": "to_location",
      "warehouses.closed": "to_location",
    },
    fields: {
      quantity: { kind: "number", label: "stock.column.quantity", isRequired: true },
      from_location: { kind: "text", label: "stock.field.from", hint: "stock.field.scanHint", isRequired: true, maxLength: 80 },
      to_location: { kind: "text", label: "stock.field.to", hint: "stock.field.scanHint", isRequired: true, maxLength: 80 },
      note: { kind: "text", label: "stock.field.note", maxLength: 300 },
    },
    send: (values, { client }) => client.call(moveStock, { ...toGoods(row), ...values }),
  });
}

function conditionForm(row: BalanceRow) {
  return defineForm({
    name: "stock.condition",
    keepsDraft: false,
    schema: z.object({ quantity, to_condition: z.enum(conditions), note: moveNote }),
    submit: "stock.action.condition",
    refusalsAt: { "stock.notEnough": "quantity", "stock.reservedElsewhere": "quantity", "stock.samePlace": "to_condition" },
    fields: {
      quantity: { kind: "number", label: "stock.column.quantity", isRequired: true },
      to_condition: {
        kind: "choice",
        label: "stock.field.toCondition",
        look: "radio",
        isRequired: true,
        options: conditions.filter((one) => one !== row.condition).map((value) => ({ value, text: `stock.condition.${value}` as const })),
      },
      note: { kind: "text", label: "stock.field.note", maxLength: 300 },
    },
    send: (values, { client }) => client.call(changeCondition, { ...toGoods(row), location: row.location_uuid, ...values }),
  });
}

function adjustForm(row: BalanceRow) {
  return defineForm({
    name: "stock.adjust",
    keepsDraft: false,
    schema: z.object({
      counted: z.int().min(0).max(1_000_000),
      reason: z.enum(adjustmentReasons),
      note: z.string().trim().max(300).default(""),
    }),
    submit: "stock.action.adjust",
    refusalsAt: {
      "stock.notEnough": "counted",
      "stock.reservedElsewhere": "counted",
      "stock.samePlace": "counted",
      "stock.noteRequired": "note",
      "stock.reasonAdds": "reason",
      "stock.reasonRemoves": "reason",
    },
    fields: {
      counted: { kind: "number", label: "stock.field.counted", hint: "stock.field.countedHint", isRequired: true },
      reason: {
        kind: "choice",
        label: "stock.column.reason",
        isRequired: true,
        options: adjustmentReasons.map((value) => ({ value, text: `stock.reason.${value}` as const })),
      },
      note: { kind: "text", label: "stock.field.note", hint: "stock.field.noteHint", maxLength: 300 },
    },
    // Posts the difference from the displayed quantity, so that movements made meanwhile are kept.
    send: async ({ counted, ...values }, { client }) => {
      const delta = counted - row.quantity;
      return delta === 0 ? null : client.call(adjustStock, { ...toGoods(row), location: row.location_uuid, delta, ...values });
    },
  });
}

const forms = { move: moveForm, condition: conditionForm, adjust: adjustForm };

/** Moves pieces of a row, corrects their number, or changes their condition. */
export function ManualStockChangeDialog({
  deed,
  row,
  onDone,
  onClose,
}: {
  deed: ActionByHand;
  row: BalanceRow;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t, locale } = useTranslation();
  const form = useMemo(() => forms[deed](row), [deed, row]);
  const about = { sku: row.sku, location: row.barcode, condition: t(`stock.condition.${row.condition}`), count: row.quantity };
  const initial = deed === "adjust" ? { counted: row.quantity } : { quantity: row.quantity, from_location: row.barcode };
  return (
    <FormDialog title={t(`stock.title.${deed}`)} onClose={onClose}>
      <p>{t("stock.title.about", { ...about, shown: formatNumber(row.quantity, locale) })}</p>
      {row.lot !== "" && <p className="quiet">{t("stock.title.lot", { lot: row.lot })}</p>}
      <Form
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all these forms share the fields used here
        of={form as ReturnType<typeof moveForm>}
        initial={initial}
        subject={row.variant_uuid}
        onDone={() => {
          useToasts.getState().show("good", t(`stock.did.${deed}`, { sku: row.sku }));
          onDone();
          onClose();
        }}
      />
    </FormDialog>
  );
}
