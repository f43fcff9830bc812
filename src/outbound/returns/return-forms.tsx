import { useMemo, useState } from "react";
import { z } from "zod";
import { mayCall, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import type { CustomFieldProps, Values } from "#src/kit/ui/form/form-definition.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { NumberField } from "#src/kit/ui/number-field.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { OwnerChoice } from "#src/warehouse/goods/owner-choice.screen.tsx";
import { assignReturn } from "./returns-work.contract.ts";
import { returnActions } from "./returns.actions.ts";
import { announceReturn, decideReturn, decideReturns, getReturnable, getReturnRule, saveReturnRule } from "./returns.contract.ts";
import type { ReturnableLine, ReturnDetail, ReturnLine, ReturnRow } from "./returns.contract.ts";
import { damagedDecisions, goodDecisions, returnReasons } from "./returns.rules.ts";

interface DialogProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const goodOptions = goodDecisions.map((value) => ({ value, text: `returns.decision.${value}` as const }));
const damagedOptions = damagedDecisions.map((value) => ({ value, text: `returns.decision.${value}` as const }));
const keyOf = ({ variant_uuid, stock_owner_uuid }: Pick<ReturnableLine, "variant_uuid" | "stock_owner_uuid">): string =>
  `${variant_uuid} ${stock_owner_uuid}`;

type Pieces = Readonly<Record<string, number | null>>;
/** The value of the field of lines, which it sets itself. */
const toPieces = (value: unknown): Pieces => z.record(z.string(), z.number().nullable()).catch({}).parse(value);

/** How many pieces of each product come back. */
function PiecesField({ lines, value, error, onChange }: CustomFieldProps<Values> & { readonly lines: readonly ReturnableLine[] }) {
  const { t, locale } = useTranslation();
  const pieces = toPieces(value);
  return (
    <fieldset className="return-pieces">
      <legend>{t("returns.field.pieces")}</legend>
      {lines.map((line) => (
        <div key={keyOf(line)} className="return-piece">
          <span className="stack-tight">
            <strong translate="no">{line.sku}</strong>
            <span className="quiet small">{`${line.title} · ${t("returns.left", { left: formatNumber(line.left, locale), of: formatNumber(line.shipped, locale) })}`}</span>
          </span>
          <NumberField
            label={t("returns.field.piecesOf", { sku: line.sku })}
            isLabelHidden
            value={pieces[keyOf(line)] ?? null}
            min={0}
            max={line.left}
            onNumber={(quantity) => onChange({ ...pieces, [keyOf(line)]: quantity })}
          />
        </div>
      ))}
      {error !== undefined && <p className="field-error">{error}</p>}
    </fieldset>
  );
}

function announceForm(order_uuid: string, lines: readonly ReturnableLine[]) {
  return defineForm({
    name: "returns.announce",
    keepsDraft: false,
    schema: z.object({
      pieces: z.record(z.string(), z.int().min(0).nullable()),
      reason: z.enum(returnReasons),
      tracking_number: z.string().trim().max(60),
      remark: z.string().trim().max(500),
    }),
    submit: "returns.step.announce",
    fields: {
      pieces: { kind: "custom", label: "returns.field.pieces", isWide: true, render: (props) => <PiecesField {...props} lines={lines} /> },
      reason: {
        kind: "choice",
        label: "returns.column.reason",
        isRequired: true,
        options: returnReasons.map((value) => ({ value, text: `returns.reason.${value}` as const })),
      },
      tracking_number: { kind: "text", label: "returns.column.tracking", autoComplete: "off" },
      remark: { kind: "lines", label: "returns.column.remark", maxLength: 500, isWide: true },
    },
    refusalsAt: { "returns.moreThanShipped": "pieces" },
    send: ({ pieces, ...values }, { client }) =>
      client.call(announceReturn, {
        order_uuid,
        ...values,
        lines: lines.flatMap(({ variant_uuid, stock_owner_uuid }) => {
          const quantity = pieces[keyOf({ variant_uuid, stock_owner_uuid })] ?? 0;
          return quantity > 0 ? [{ variant_uuid, stock_owner_uuid, quantity }] : [];
        }),
      }),
  });
}

function AnnounceForm({ orderUuid, lines, onDone }: { orderUuid: string; lines: readonly ReturnableLine[]; onDone: () => void }) {
  const form = useMemo(() => announceForm(orderUuid, lines), [orderUuid, lines]);
  const initial = { pieces: Object.fromEntries(lines.map((line) => [keyOf(line), line.left])), reason: "not_wanted" as const };
  return <Form of={form} initial={initial} onDone={onDone} />;
}

/** Announces that goods of a shipped order come back. */
export function AnnounceDialog({ orderUuid, onDone, onClose }: DialogProps & { readonly orderUuid: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useCallQuery(getReturnable, { order_uuid: orderUuid });
  const left = data?.lines.filter((line) => line.left > 0);
  return (
    <FormDialog title={t("returns.step.announce")} isWide onClose={onClose}>
      {left === undefined ? (
        <FailedNotice error={error} onRetry={() => void refetch()} />
      ) : left.length === 0 ? (
        <p>{t("returns.nothingLeft")}</p>
      ) : (
        <>
          <p>{t("returns.asks.announce")}</p>
          <AnnounceForm orderUuid={orderUuid} lines={left} onDone={onDone} />
        </>
      )}
    </FormDialog>
  );
}

type Decisions = Readonly<Record<string, string>>;
const toDecisions = (value: unknown): Decisions => z.record(z.string(), z.string()).catch({}).parse(value);

/** Which parts of a line wait for a decision. */
const listWaiting = (line: ReturnLine): ("good" | "damaged")[] => [
  ...(line.good > 0 && line.good_decision === "" ? (["good"] as const) : []),
  ...(line.damaged > 0 && line.damaged_decision === "" ? (["damaged"] as const) : []),
];

/** What becomes of the good and the damaged pieces of each line. */
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
      decisions: { kind: "custom", label: "returns.field.decisions", isWide: true, render: (props) => <DecisionsField {...props} lines={own} /> },
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
export function DecideManyDialog({ rows, onDone, onClose }: DialogProps & { readonly rows: readonly ReturnRow[] }) {
  const { t } = useTranslation();
  const form = useMemo(() => decideManyForm(rows), [rows]);
  return (
    <FormDialog title={t("returns.step.decide")} onClose={onClose}>
      <p>{t("returns.asks.decideMany", { count: rows.length })}</p>
      <Form of={form} initial={{ good_decision: "restock", damaged_decision: "scrap" }} onDone={onDone} />
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
  const caller = useCaller();
  const [isOpen, setOpen] = useState(false);
  if (!mayCall(caller, saveReturnRule)) return null;
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
