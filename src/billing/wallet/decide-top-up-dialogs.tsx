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
import { confirmTopUpRequest, declineTopUpRequest, requestTopUp } from "./top-up-requests.contract.ts";
import type { TopUpRequest } from "./top-up-requests.contract.ts";

interface DecideProps {
  readonly of: TopUpRequest;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function confirmForm({ request_uuid, currency }: TopUpRequest, locale: string, today: string) {
  return defineForm({
    name: "wallet.confirm-top-up",
    keepsDraft: false,
    schema: z.object({
      amount: createAmountSchema({ locale, currency }),
      reference: requestTopUp.input.shape.reference,
      received_on: z.iso.date(),
      note: confirmTopUpRequest.input.shape.note,
    }),
    submit: "wallet.requestAction.confirm",
    refusalsAt: { "wallet.referenceTaken": "reference", "wallet.requestNote": "note", "wallet.dayAhead": "received_on" },
    fields: {
      amount: amountField("wallet.confirmRequest.amount", currency),
      reference: {
        kind: "text",
        label: "wallet.topUp.reference",
        hint: "wallet.topUp.referenceHint",
        isRequired: true,
        maxLength: 100,
        autoComplete: "off",
      },
      received_on: dayField("wallet.topUp.receivedOn", today),
      note: { kind: "text", label: "wallet.column.note", hint: "wallet.confirmRequest.noteHint", maxLength: 300 },
    },
    send: ({ amount, ...values }, { client }) => client.call(confirmTopUpRequest, { ...values, request_uuid, amount_cents: amount }),
  });
}

/** Confirms the payment of a top-up request. */
export function ConfirmTopUpDialog({ of, onDone, onClose }: DecideProps) {
  const { t, locale } = useTranslation();
  const [today] = useState(() => toLocalDay());
  const form = useMemo(() => confirmForm(of, locale, today), [of, locale, today]);
  const requested = formatAmount(of.amount_cents, of.currency, locale);
  return (
    <FormDialog title={t("wallet.confirmRequest.title", { name: of.retailer_name })} onClose={onClose}>
      <p className="quiet">{t("wallet.confirmRequest.text", { amount: requested, reference: of.reference })}</p>
      <Form
        of={form}
        initial={{ amount: (of.amount_cents / 100).toFixed(2), reference: of.reference, received_on: today, note: "" }}
        subject={of.request_uuid}
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

function declineForm({ request_uuid }: TopUpRequest) {
  return defineForm({
    name: "wallet.decline-top-up",
    keepsDraft: false,
    schema: z.object({ reason: declineTopUpRequest.input.shape.reason }),
    submit: "wallet.requestAction.decline",
    fields: { reason: { kind: "text", label: "wallet.takeBack.reason", isRequired: true, maxLength: 300 } },
    send: ({ reason }, { client }) => client.call(declineTopUpRequest, { request_uuid, reason }),
  });
}

/** Declines a top-up request, with a reason. */
export function DeclineTopUpDialog({ of, onDone, onClose }: DecideProps) {
  const { t, locale } = useTranslation();
  const form = useMemo(() => declineForm(of), [of]);
  const amount = formatAmount(of.amount_cents, of.currency, locale);
  return (
    <FormDialog title={t("wallet.declineRequest.title", { amount, name: of.retailer_name })} onClose={onClose}>
      <p className="quiet">{t("wallet.declineRequest.text")}</p>
      <Form
        of={form}
        subject={of.request_uuid}
        onDone={() => {
          useToasts.getState().show("good", t("wallet.declineRequest.done"));
          onDone();
          onClose();
        }}
      />
    </FormDialog>
  );
}
