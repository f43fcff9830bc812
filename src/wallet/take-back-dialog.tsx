import { useMemo } from "react";
import { z } from "zod";
import type { Caller } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { FormDialog } from "#src/ui/form-dialog.tsx";
import { defineForm } from "#src/ui/form/form-definition.ts";
import { Form } from "#src/ui/form/lazy-form.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import { amountText } from "./money.rules.ts";

/** What is to be taken back. */
export interface TakenBack {
  readonly what: "charge" | "topUp";
  readonly uuid: string;
  readonly amount_cents: number;
  readonly currency: string;
  /** takes it back. @throws CallProblem */
  readonly send: (reason: string, caller: Caller) => Promise<{ balance_cents: number }>;
}

const longest = 300;

function takeBackForm({ send }: TakenBack) {
  return defineForm({
    name: "wallet.take-back",
    keepsDraft: false,
    schema: z.object({ reason: z.string().trim().min(1).max(longest) }),
    submit: "wallet.takeBack.submit",
    fields: { reason: { kind: "text", label: "wallet.takeBack.reason", isRequired: true, maxLength: longest } },
    send: ({ reason }, caller) => send(reason, caller),
  });
}

/** Asks why a charge or a top-up is taken back, and takes it back. */
export function TakeBackDialog({ of, onDone, onClose }: { of: TakenBack; onDone: () => void; onClose: () => void }) {
  const { t, locale } = useTranslation();
  const form = useMemo(() => takeBackForm(of), [of]);
  return (
    <FormDialog
      title={t(`wallet.takeBack.${of.what}Title`, { amount: amountText(of.amount_cents, of.currency, locale) })}
      onClose={onClose}
    >
      <p>{t(`wallet.takeBack.${of.what}Text`)}</p>
      <Form
        of={form}
        subject={of.uuid}
        onDone={(answer) => {
          const { balance_cents } = answer as { balance_cents: number };
          useToasts.getState().show("good", t("wallet.takeBack.done", { balance: amountText(balance_cents, of.currency, locale) }));
          onDone();
          onClose();
        }}
      />
    </FormDialog>
  );
}
