import { useMemo } from "react";
import { z } from "zod";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import type { CustomFieldProps, Values } from "#src/kit/ui/form/form-definition.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { OwnerChoice } from "#src/warehouse/goods/owner-choice.screen.tsx";
import { assignReturn } from "./returns-work.contract.ts";
import { decideReturn } from "./returns.contract.ts";
import type { ReturnDetail, ReturnLine } from "./returns.contract.ts";
import { damagedDecisions, goodDecisions } from "./returns.rules.ts";

interface DialogProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

type Decisions = Readonly<Record<string, string>>;
const toDecisions = (value: unknown): Decisions => z.record(z.string(), z.string()).catch({}).parse(value);

/** Which parts of a line wait for a decision. */
const listWaiting = (line: ReturnLine): ("good" | "damaged")[] => [
  ...(line.good > 0 && line.good_decision === "" ? (["good"] as const) : []),
  ...(line.damaged > 0 && line.damaged_decision === "" ? (["damaged"] as const) : []),
];

/** The decision on the good and the damaged pieces of each line. */
function DecisionsField({ lines, value, error, onChange }: CustomFieldProps<Values> & { readonly lines: readonly ReturnLine[] }) {
  const { t, locale } = useTranslation();
  const decisions = toDecisions(value);
  return (
    <div className="return-pieces">
      {lines.flatMap((line) =>
        listWaiting(line).map((part) => {
          const key = `${line.line_uuid} ${part}`;
          const options = part === "good" ? goodDecisions : damagedDecisions;
          return (
            <div key={key} className="return-piece">
              <span className="stack-tight">
                <strong translate="no">{line.sku}</strong>
                <span className="quiet small">{`${line.title} · ${t(`returns.count.${part}`, { count: line[part], shown: formatNumber(line[part], locale) })}`}</span>
              </span>
              <Select
                label={t("returns.field.decisionOf", { sku: line.sku })}
                isLabelHidden
                value={decisions[key] ?? ""}
                nothing={t("returns.later")}
                options={options.map((one) => ({ value: one, text: t(`returns.decision.${one}`) }))}
                onValue={(chosen) => onChange({ ...decisions, [key]: chosen })}
              />
            </div>
          );
        }),
      )}
      {error !== undefined && <p className="field-error">{error}</p>}
    </div>
  );
}

function decideForm({ return_uuid, version, lines }: ReturnDetail) {
  const own = lines.filter((line) => line.is_own_stock && listWaiting(line).length > 0);
  return defineForm({
    name: "returns.decide",
    keepsDraft: false,
    schema: z.object({ decisions: z.record(z.string(), z.string()) }),
    submit: "returns.step.decide",
    fields: {
      decisions: {
        kind: "custom",
        label: "returns.field.decisions",
        isWide: true,
        render: (props) => <DecisionsField {...props} lines={own} />,
      },
    },
    send: ({ decisions }, { client }) =>
      client.call(decideReturn, {
        return_uuid,
        version,
        lines: own.flatMap(({ line_uuid }): ParsedInputOf<typeof decideReturn>["lines"] => {
          const good_decision = goodDecisions.find((one) => one === decisions[`${line_uuid} good`]) ?? "";
          const damaged_decision = damagedDecisions.find((one) => one === decisions[`${line_uuid} damaged`]) ?? "";
          return good_decision === "" && damaged_decision === "" ? [] : [{ line_uuid, good_decision, damaged_decision }];
        }),
      }),
  });
}

/** Decides about the lines of one return: at first as most are, good pieces back to stock and damaged ones scrapped. */
export function DecideDialog({ of, onDone, onClose }: DialogProps & { readonly of: ReturnDetail }) {
  const { t } = useTranslation();
  const form = useMemo(() => decideForm(of), [of]);
  const decisions = Object.fromEntries(
    of.lines.flatMap((line) => listWaiting(line).map((part) => [`${line.line_uuid} ${part}`, part === "good" ? "restock" : "scrap"])),
  );
  return (
    <FormDialog title={t("returns.step.decide")} isWide onClose={onClose}>
      <p>{t("returns.asks.decide")}</p>
      <Form of={form} initial={{ decisions }} onDone={onDone} />
    </FormDialog>
  );
}

function assignForm({ return_uuid, version }: ReturnDetail) {
  return defineForm({
    name: "returns.assign",
    keepsDraft: false,
    schema: z.object({ order_number: z.string().trim().max(60), owner_uuid: z.string() }),
    submit: "returns.step.assign",
    fields: {
      order_number: { kind: "text", label: "returns.field.orderNumber", autoComplete: "off" },
      owner_uuid: {
        kind: "custom",
        label: "returns.column.owner",
        when: ({ order_number }: { order_number: string }) => order_number.trim() === "",
        render: ({ value, onChange, values: _values, partErrors: _errors, onHold: _onHold, ...field }) => (
          <OwnerChoice {...field} value={typeof value === "string" ? value : ""} nothing={null} isRetailersOnly onValue={onChange} />
        ),
      },
    },
    refusalsAt: { "returns.ownerUnknown": "order_number", "returns.notShipped": "order_number" },
    send: ({ order_number, owner_uuid }, { client }) =>
      client.call(assignReturn, {
        return_uuid,
        version,
        order_number,
        ...(order_number === "" && owner_uuid !== "" ? { owner_uuid } : {}),
      }),
  });
}

/** Assigns a parcel of nobody to an order, or to a retailer. */
export function AssignDialog({ of, onDone, onClose }: DialogProps & { readonly of: ReturnDetail }) {
  const { t } = useTranslation();
  const form = useMemo(() => assignForm(of), [of]);
  return (
    <FormDialog title={t("returns.step.assign")} onClose={onClose}>
      <p>{t("returns.asks.assign")}</p>
      <Form of={form} initial={{ order_number: "", owner_uuid: "" }} onDone={onDone} />
    </FormDialog>
  );
}
