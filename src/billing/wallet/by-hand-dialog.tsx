import { useMemo, useState } from "react";
import { z } from "zod";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { toLocalDay } from "#src/kit/lib/days.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { amountField, createAmountSchema, dayField } from "./amount-field.tsx";
import { addCharge } from "./charges.contract.ts";
import { chargeKinds } from "./charge-kinds.rules.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import type { Wallet } from "./wallet.contract.ts";

const directions = ["charge", "credit"] as const;

function byHandForm({ retailer_uuid, currency }: Wallet, locale: string, today: string) {
  return defineForm({
    name: "wallet.by-hand",
    keepsDraft: false,
    schema: z.object({
      direction: z.enum(directions),
      amount: createAmountSchema({ locale, currency }),
      kind: z.enum(chargeKinds),
      day: z.iso.date(),
      remark: addCharge.input.shape.remark,
    }),
    submit: "wallet.byHand.submit",
    refusalsAt: { "wallet.dayAhead": "day" },
    fields: {
      direction: {
        kind: "choice",
        label: "wallet.byHand.direction",
        look: "radio",
        isRequired: true,
        options: directions.map((value) => ({ value, text: `wallet.byHand.${value}` as const })),
      },
      amount: amountField("wallet.byHand.amount", currency),
      kind: {
        kind: "choice",
        label: "wallet.byHand.kind",
        isRequired: true,
        options: chargeKinds.map((value) => ({ value, text: `wallet.kind.${value}` as const })),
      },
      day: dayField("wallet.byHand.day", today),
      remark: { kind: "text", label: "wallet.byHand.remark", isRequired: true, maxLength: 300 },
    },
    send: ({ direction, amount, ...values }, { client }) =>
      client.call(addCharge, { ...values, retailer_uuid, amount_cents: direction === "credit" ? -amount : amount }),
  });
}

/** Adds a manual charge or credit that no rate card covers. */
export function ByHandDialog({ of, onDone, onClose }: { of: Wallet; onDone: () => void; onClose: () => void }) {
  const { t, locale } = useTranslation();
  const [today] = useState(() => toLocalDay());
  const form = useMemo(() => byHandForm(of, locale, today), [of, locale, today]);
  return (
    <FormDialog title={t("wallet.byHand.title", { name: of.retailer_name })} onClose={onClose}>
      <p className="quiet">{t("wallet.byHand.text")}</p>
      <Form
        of={form}
        initial={{ direction: "charge", kind: "other", day: today }}
        subject={of.retailer_uuid}
        onDone={({ balance_cents, currency }, { amount, direction }) => {
          const values = { amount: formatAmount(amount, currency, locale), balance: formatAmount(balance_cents, currency, locale) };
          useToasts.getState().show("good", t(direction === "credit" ? "wallet.byHand.credited" : "wallet.byHand.done", values));
          onDone();
          onClose();
        }}
      />
    </FormDialog>
  );
}
