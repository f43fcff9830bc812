import { useMemo, useState } from "react";
import { z } from "zod";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { toLocalDay } from "#src/kit/lib/days.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { amountField, createAmountSchema, dayField } from "./amount-field.tsx";
import { topUpMethods } from "./charge-kinds.rules.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import { recordTopUp } from "./wallet.contract.ts";
import type { Wallet } from "./wallet.contract.ts";

function topUpForm({ retailer_uuid, currency }: Wallet, locale: string, today: string) {
  const { reference, remark } = recordTopUp.input.shape;
  return defineForm({
    name: "wallet.top-up",
    keepsDraft: false,
    schema: z.object({
      amount: createAmountSchema({ locale, currency }),
      method: z.enum(topUpMethods),
      reference,
      received_on: z.iso.date(),
      remark,
    }),
    submit: "wallet.topUp.submit",
    refusalsAt: { "wallet.referenceTaken": "reference", "wallet.dayAhead": "received_on" },
    fields: {
      amount: amountField("wallet.topUp.amount", currency),
      method: {
        kind: "choice",
        label: "wallet.topUp.method",
        isRequired: true,
        options: topUpMethods.map((value) => ({ value, text: `wallet.method.${value}` as const })),
      },
      reference: { kind: "text", label: "wallet.topUp.reference", hint: "wallet.topUp.referenceHint", maxLength: 100, autoComplete: "off" },
      received_on: dayField("wallet.topUp.receivedOn", today),
      remark: { kind: "text", label: "wallet.topUp.remark", maxLength: 300 },
    },
    send: ({ amount, ...values }, { client }) => client.call(recordTopUp, { ...values, retailer_uuid, amount_cents: amount }),
  });
}

/** Records a payment from a retailer. */
export function TopUpDialog({ of, onDone, onClose }: { of: Wallet; onDone: () => void; onClose: () => void }) {
  const { t, locale } = useTranslation();
  const [today] = useState(() => toLocalDay());
  const form = useMemo(() => topUpForm(of, locale, today), [of, locale, today]);
  return (
    <FormDialog title={t("wallet.topUp.title", { name: of.retailer_name })} onClose={onClose}>
      <p className="quiet">{t("wallet.topUp.text")}</p>
      <Form
        of={form}
        initial={{ method: "bank", received_on: today }}
        subject={of.retailer_uuid}
        onDone={({ balance_cents, currency }, { amount }) => {
          const values = { amount: formatAmount(amount, currency, locale), balance: formatAmount(balance_cents, currency, locale) };
          useToasts.getState().show("good", t("wallet.topUp.done", values));
          onDone();
          onClose();
        }}
      />
    </FormDialog>
  );
}
