import { useMemo, useState } from "react";
import { z } from "zod";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { returnActions } from "./returns.actions.ts";
import { getReturnRule, saveReturnRule } from "./returns.contract.ts";
import { damagedDecisions, goodDecisions } from "./returns.rules.ts";

const goodOptions = goodDecisions.map((value) => ({ value, text: `returns.decision.${value}` as const }));
const damagedOptions = damagedDecisions.map((value) => ({ value, text: `returns.decision.${value}` as const }));

/** A choice without a value is never shown as chosen. */
const noDecision = "later";

function ruleForm(version: number) {
  const later = { value: noDecision, text: "returns.later" } as const;
  return defineForm({
    name: "returns.rule",
    keepsDraft: false,
    schema: z.object({
      good_decision: z.enum([...goodDecisions, noDecision]),
      damaged_decision: z.enum([...damagedDecisions, noDecision]),
    }),
    submit: "returns.step.saveRule",
    fields: {
      good_decision: { kind: "choice", label: "returns.field.good", look: "radio", options: [...goodOptions, later] },
      damaged_decision: { kind: "choice", label: "returns.field.damaged", look: "radio", options: [...damagedOptions, later] },
    },
    send: ({ good_decision, damaged_decision }, { client }) =>
      client.call(saveReturnRule, {
        good_decision: good_decision === noDecision ? "" : good_decision,
        damaged_decision: damaged_decision === noDecision ? "" : damaged_decision,
        version,
      }),
  });
}

/** Drawn when the rule is known: it would grow before the eyes otherwise. */
function RuleDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useCallQuery(getReturnRule, {});
  const form = useMemo(() => ruleForm(data?.version ?? 0), [data?.version]);
  if (data === undefined && error === null) return null;
  return (
    <FormDialog title={t("returns.step.rule")} onClose={onClose}>
      <p>{t("returns.asks.rule")}</p>
      {data === undefined ? (
        <FailedNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <Form
          of={form}
          initial={{ good_decision: data.good_decision || noDecision, damaged_decision: data.damaged_decision || noDecision }}
          onDone={onClose}
        />
      )}
    </FormDialog>
  );
}

/** A button for what a company decides in advance about its returned goods. */
export function RuleButton() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton of={returnActions.rule} subject={undefined} onClick={() => setOpen(true)}>
        {t("returns.step.rule")}
      </ActionButton>
      {isOpen && <RuleDialog onClose={() => setOpen(false)} />}
    </>
  );
}
