import { useMemo } from "react";
import { z } from "zod";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { decideReturns } from "./returns.contract.ts";
import type { ReturnRow } from "./returns.contract.ts";
import { damagedDecisions, goodDecisions } from "./returns.rules.ts";

interface DialogProps {
  readonly rows: readonly ReturnRow[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const goodOptions = goodDecisions.map((value) => ({ value, text: `returns.decision.${value}` as const }));
const damagedOptions = damagedDecisions.map((value) => ({ value, text: `returns.decision.${value}` as const }));
const bothFields = {
  good_decision: { kind: "choice", label: "returns.field.good", look: "radio", isRequired: true, options: goodOptions },
  damaged_decision: { kind: "choice", label: "returns.field.damaged", look: "radio", isRequired: true, options: damagedOptions },
} as const;

function decideManyForm(rows: readonly ReturnRow[]) {
  return defineForm({
    name: "returns.decide-many",
    keepsDraft: false,
    schema: z.object({ good_decision: z.enum(goodDecisions), damaged_decision: z.enum(damagedDecisions) }),
    submit: "returns.step.decide",
    fields: bothFields,
    send: (values, { client }) => client.call(decideReturns, { ...values, return_uuids: rows.map(({ return_uuid }) => return_uuid) }),
  });
}

/** Decides about all own pieces of several returns. */
export function DecideManyDialog({ rows, onDone, onClose }: DialogProps) {
  const { t } = useTranslation();
  const form = useMemo(() => decideManyForm(rows), [rows]);
  return (
    <FormDialog title={t("returns.step.decide")} onClose={onClose}>
      <p>{t("returns.asks.decideMany", { count: rows.length })}</p>
      <Form of={form} initial={{ good_decision: "restock", damaged_decision: "scrap" }} onDone={onDone} />
    </FormDialog>
  );
}
