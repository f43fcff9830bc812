import { useMemo } from "react";
import { z } from "zod";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { formatAmount } from "#src/kit/lib/money.ts";

/** A charge or top-up to reverse. */
export interface Reversal {
  readonly what: "charge" | "topUp";
  readonly uuid: string;
  readonly amount_cents: number;
  readonly currency: string;
  /** reverses it. @throws CallProblem */
  readonly send: (reason: string, caller: Caller) => Promise<{ balance_cents: number }>;
}

const longest = 300;

function takeBackForm({ send }: Reversal) {
  return defineForm({
    name: "wallet.take-back",
    keepsDraft: false,
    schema: z.object({ reason: z.string().trim().min(1).max(longest) }),
    submit: "wallet.takeBack.submit",
    fields: { reason: { kind: "text", label: "wallet.takeBack.reason", isRequired: true, maxLength: longest } },
    send: ({ reason }, caller) => send(reason, caller),
  });
}

/** Asks for the reason, and reverses a charge or a top-up. */
export function TakeBackDialog({ of, onDone, onClose }: { of: Reversal; onDone: () => void; onClose: () => void }) {
  const { t, locale } = useTranslation();
  const form = useMemo(() => takeBackForm(of), [of]);
  return (
    <FormDialog
      title={t(`wallet.takeBack.${of.what}Title`, { amount: formatAmount(of.amount_cents, of.currency, locale) })}
      onClose={onClose}
    >
      <p>{t(`wallet.takeBack.${of.what}Text`)}</p>
      <Form
        of={form}
        subject={of.uuid}
        onDone={({ balance_cents }) => {
          useToasts.getState().show("good", t("wallet.takeBack.done", { balance: formatAmount(balance_cents, of.currency, locale) }));
          onDone();
          onClose();
        }}
      />
    </FormDialog>
  );
}
