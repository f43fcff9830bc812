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

function ruleForm(version: number) {
  const later = { value: "", text: "returns.later" } as const;
  return defineForm({
    name: "returns.rule",
    keepsDraft: false,
    schema: z.object({ good_decision: z.enum([...goodDecisions, ""]), damaged_decision: z.enum([...damagedDecisions, ""]) }),
    submit: "returns.step.saveRule",
    fields: {
      good_decision: { kind: "choice", label: "returns.field.good", look: "radio", options: [...goodOptions, later] },
      damaged_decision: { kind: "choice", label: "returns.field.damaged", look: "radio", options: [...damagedOptions, later] },
    },
    send: (values, { client }) => client.call(saveReturnRule, { ...values, version }),
  });
}

function RuleForm({ onDone }: { readonly onDone: () => void }) {
  const { data, error, refetch } = useCallQuery(getReturnRule, {});
  const form = useMemo(() => ruleForm(data?.version ?? 0), [data?.version]);
  if (data === undefined) return <FailedNotice error={error} onRetry={() => void refetch()} />;
  return <Form of={form} initial={{ good_decision: data.good_decision, damaged_decision: data.damaged_decision }} onDone={onDone} />;
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
      {isOpen && (
        <FormDialog title={t("returns.step.rule")} onClose={() => setOpen(false)}>
          <p>{t("returns.asks.rule")}</p>
          <RuleForm onDone={() => setOpen(false)} />
        </FormDialog>
      )}
    </>
  );
}
