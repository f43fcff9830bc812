import { useMemo, useState } from "react";
import { z } from "zod";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { toLocalDay } from "#src/kit/lib/days.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { amountField, createAmountSchema, dayField } from "./amount-field.tsx";
import { formatAmount } from "#src/kit/lib/money.ts";
import { requestTopUp } from "./top-up-requests.contract.ts";
import type { Wallet } from "./wallet.contract.ts";

function requestForm({ currency }: Wallet, locale: string, today: string) {
  const { reference, note } = requestTopUp.input.shape;
  return defineForm({
    name: "wallet.request-top-up",
    keepsDraft: false,
    schema: z.object({ amount: createAmountSchema({ locale, currency }), reference, sent_on: z.iso.date(), note }),
    submit: "wallet.requestTopUp.submit",
    refusalsAt: { "wallet.requestTwice": "reference", "wallet.dayAhead": "sent_on" },
    fields: {
      amount: amountField("wallet.topUp.amount", currency),
      reference: {
        kind: "text",
        label: "wallet.requestTopUp.reference",
        hint: "wallet.requestTopUp.referenceHint",
        isRequired: true,
        maxLength: 100,
        autoComplete: "off",
      },
      sent_on: dayField("wallet.column.sentOn", today),
      note: { kind: "text", label: "wallet.column.note", maxLength: 300 },
    },
    send: ({ amount, ...values }, { client }) => client.call(requestTopUp, { ...values, amount_cents: amount }),
  });
}

/** Reports a bank transfer to the supplier. */
export function RequestTopUpDialog({ of, onDone, onClose }: { of: Wallet; onDone: () => void; onClose: () => void }) {
  const { t, locale } = useTranslation();
  const [today] = useState(() => toLocalDay());
  const form = useMemo(() => requestForm(of, locale, today), [of, locale, today]);
  return (
    <FormDialog title={t("wallet.requestTopUp.title")} onClose={onClose}>
      <p className="quiet">{t("wallet.requestTopUp.text")}</p>
      <Form
        of={form}
        initial={{ sent_on: today }}
        subject={of.retailer_uuid}
        onDone={(_answer, { amount }) => {
          useToasts.getState().show("good", t("wallet.requestTopUp.done", { amount: formatAmount(amount, of.currency, locale) }));
          onDone();
          onClose();
        }}
      />
    </FormDialog>
  );
}
