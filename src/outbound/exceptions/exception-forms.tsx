import { useMemo } from "react";
import { z } from "zod";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import type { CustomFieldProps, Field, Values } from "#src/kit/ui/form/form-definition.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { NumberField } from "#src/kit/ui/number-field.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { suggestLines } from "./exception-lines.rules.ts";
import {
  answerException,
  askRetailer,
  assignException,
  listAssignees,
  noteException,
  recallQuestion,
  reopenException,
  resolveException,
} from "./exceptions.contract.ts";
import type { CorrectedRecipient, ExceptionDetail } from "./exceptions.contract.ts";
import { chosenResolutions, isResolutionOf, listOfferedResolutions, longestMessage, needsMessage } from "./exceptions.rules.ts";
import type { ChosenResolution } from "./exceptions.rules.ts";
import { SubstituteField } from "./substitute-field.tsx";
import type { TypedSubstitute } from "./substitute-field.tsx";

/** The steps of an exception that need an answer first. */
export type AskedExceptionStep = "assign" | "note" | "ask" | "recall" | "answer" | "resolve" | "reopen";

interface FormProps {
  readonly of: ExceptionDetail;
  readonly isStaff: boolean;
  readonly onDone: () => void;
}

const words = z.string().trim().max(longestMessage);
const messageField = { kind: "lines", label: "exceptions.message", maxLength: longestMessage } as const;

/** Staff to give an exception to, by name. */
function AssigneeField({
  exceptionUuid,
  value,
  onChange,
  values: _values,
  partErrors: _errors,
  onHold: _onHold,
  ...field
}: CustomFieldProps<Values> & { readonly exceptionUuid: string }) {
  const { data, error, refetch } = useCallQuery(listAssignees, { exception_uuid: exceptionUuid });
  if (data === undefined) return <FailedNotice error={error} onRetry={() => void refetch()} />;
  return (
    <Select
      {...field}
      value={typeof value === "string" ? value : ""}
      options={data.result.map(({ user_uuid, name }) => ({ value: user_uuid, text: name }))}
      onValue={onChange}
    />
  );
}

function assignForm({ exception_uuid, version }: ExceptionDetail) {
  return defineForm({
    name: "exceptions.assign",
    keepsDraft: false,
    schema: z.object({ user_uuid: z.uuid() }),
    submit: "exceptions.step.assign",
    fields: {
      user_uuid: {
        kind: "custom",
        label: "exceptions.column.assignee",
        isRequired: true,
        render: (props) => <AssigneeField {...props} exceptionUuid={exception_uuid} />,
      },
    },
    send: (values, { client }) => client.call(assignException, { exception_uuid, version, ...values }),
  });
}

const typedSubstitute = z.object({ line_uuid: z.string(), sku: z.string().trim().max(100) });
const noSubstitute: TypedSubstitute = { line_uuid: "", sku: "" };

/** The substitute of a form as its call takes it; nothing without a line. */
function toSubstitute(typed: TypedSubstitute): { substitute?: TypedSubstitute } {
  return typed.line_uuid === "" ? {} : { substitute: typed };
}

/** Where the refusals of a substitute are shown. */
const substituteRefusals = {
  "orders.skuUnknown": "substitute",
  "orders.priceMissing": "substitute",
  "exceptions.sameGoods": "substitute",
} as const;

/** The field of a substitute, shown where `when` holds. */
function substituteField<V extends Values>(of: ExceptionDetail, when: (values: V) => boolean) {
  return {
    kind: "custom",
    label: "exceptions.substitute.title",
    isWide: true,
    when,
    render: ({ id, value, error, onChange }: CustomFieldProps<V>) => (
      <SubstituteField id={id} of={of} value={typedSubstitute.catch(noSubstitute).parse(value)} error={error} onChange={onChange} />
    ),
  } as const;
}

function askForm(of: ExceptionDetail) {
  const { exception_uuid, version, type } = of;
  return defineForm({
    name: "exceptions.ask",
    keepsDraft: false,
    schema: z.object({ message: words.min(1), substitute: typedSubstitute }),
    submit: "exceptions.step.ask",
    refusalsAt: substituteRefusals,
    fields: {
      message: { ...messageField, isRequired: true, isWide: true },
      substitute: substituteField(of, () => isResolutionOf(type, "substituted")),
    },
    send: ({ message, substitute }, { client }) =>
      client.call(askRetailer, { exception_uuid, version, message, ...toSubstitute(substitute) }),
  });
}

const messageCalls = { recall: recallQuestion, reopen: reopenException } as const;

function messageForm(step: keyof typeof messageCalls, { exception_uuid, version }: ExceptionDetail) {
  const isOptional = step === "recall";
  return defineForm({
    name: `exceptions.${step}`,
    keepsDraft: false,
    schema: z.object({ message: isOptional ? words : words.min(1) }),
    submit: `exceptions.step.${step}`,
    fields: { message: isOptional ? messageField : { ...messageField, isRequired: true } },
    send: (values, { client }) => client.call(messageCalls[step], { exception_uuid, version, ...values }),
  });
}

function noteForm({ exception_uuid, version, has_retailer }: ExceptionDetail, isStaff: boolean) {
  return defineForm({
    name: "exceptions.note",
    keepsDraft: false,
    schema: z.object({ message: words.min(1), is_internal: z.boolean() }),
    submit: "exceptions.step.note",
    fields: {
      message: { ...messageField, isRequired: true },
      is_internal: { kind: "switch", label: "exceptions.field.internal", when: () => isStaff && has_retailer },
    },
    send: (values, { client }) => client.call(noteException, { exception_uuid, version, ...values }),
  });
}

type AddressValues = Omit<CorrectedRecipient, never>;
const addressParts = ["consignee", "address", "city", "state", "zip", "phone", "mobile", "email"] as const;
const addressSchema = {
  consignee: z.string().trim().max(200),
  address: z.string().trim().max(500),
  city: z.string().trim().max(100),
  state: z.string().trim().max(100),
  zip: z.string().trim().max(20),
  phone: z.string().trim().max(40),
  mobile: z.string().trim().max(40),
  email: z.string().trim().max(200),
};

/** The fields of a recipient, shown where `when` holds. The country stays: the channel and its price depend on it. */
function addressFields<V>(when: (values: V) => boolean) {
  const text = { kind: "text", when } as const;
  return {
    consignee: { ...text, label: "orders.recipient.consignee", isRequired: true, autoComplete: "off" },
    address: { ...text, label: "orders.recipient.address", isRequired: true, isWide: true, autoComplete: "off" },
    city: { ...text, label: "orders.recipient.city", isRequired: true, autoComplete: "off" },
    state: { ...text, label: "orders.recipient.state", autoComplete: "off" },
    zip: { ...text, label: "orders.recipient.zip", autoComplete: "off" },
    phone: { ...text, label: "orders.recipient.phone", autoComplete: "off" },
    mobile: { ...text, label: "orders.recipient.mobile", autoComplete: "off" },
    email: { ...text, label: "orders.recipient.email", autoComplete: "off" },
  } as const satisfies Record<string, Field<V>>;
}

function toRecipient(values: AddressValues): CorrectedRecipient {
  const { consignee, phone, mobile, email, address, city, state, zip } = values;
  return { consignee, phone, mobile, email, address, city, state, zip };
}

const noAddress: AddressValues = { consignee: "", phone: "", mobile: "", email: "", address: "", city: "", state: "", zip: "" };

function answerForm({ exception_uuid, version, recipient, substitute }: ExceptionDetail) {
  const hasAddress = recipient !== null;
  const isAsked = substitute?.consent === "asked";
  return defineForm({
    name: "exceptions.answer",
    schema: z.object({ message: words, consent: z.enum(["", "agrees", "declines"]), ...addressSchema }).superRefine((values, context) => {
      const isChanged = recipient !== null && addressParts.some((part) => values[part] !== recipient[part]);
      if (values.message === "" && values.consent === "" && !isChanged)
        context.addIssue({ code: "custom", path: ["message"], message: "exceptions.answerEmpty" });
    }),
    submit: "exceptions.step.answer",
    fields: {
      consent: {
        kind: "choice",
        label: "exceptions.substitute.answer",
        look: "radio",
        isWide: true,
        when: () => isAsked,
        options: [
          { value: "agrees", text: "exceptions.substitute.agrees" },
          { value: "declines", text: "exceptions.substitute.declines" },
        ],
      },
      message: messageField,
      ...addressFields(() => hasAddress),
    },
    send: ({ message, consent, ...address }, { client }) => {
      const isChanged = recipient !== null && addressParts.some((part) => address[part] !== recipient[part]);
      return client.call(answerException, {
        exception_uuid,
        version,
        message,
        ...(isChanged ? { recipient: toRecipient(address) } : {}),
        ...(consent === "" ? {} : { agrees: consent === "agrees" }),
      });
    },
  });
}

/** How many pieces of each line are moved or cancelled, by the line's uuid. */
type Moved = Readonly<Record<string, number | null>>;

function toMoved(value: unknown): Moved {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value of this field alone, which it sets itself
  return (value ?? {}) as Moved;
}

function LinesField({ of, value, error, onChange }: CustomFieldProps<Values> & { readonly of: ExceptionDetail }) {
  const { t, locale } = useTranslation();
  const moved = toMoved(value);
  return (
    <fieldset className="exception-lines">
      <legend>{t("exceptions.field.lines")}</legend>
      {of.lines.map(({ line_uuid, sku, title, quantity, is_reserved }) => (
        <div key={line_uuid} className="exception-line">
          <span className="stack-tight">
            <span>
              <strong>{sku}</strong> <span className="quiet">{title}</span>
            </span>
            <span className="quiet small">{t(is_reserved ? "orders.line.reserved" : "orders.line.notReserved")}</span>
          </span>
          <NumberField
            label={t("orders.split.move", { sku })}
            isLabelHidden
            value={moved[line_uuid] ?? null}
            min={0}
            max={quantity}
            unit={t("orders.split.of", { shown: formatNumber(quantity, locale) })}
            onNumber={(pieces) => onChange({ ...moved, [line_uuid]: pieces })}
          />
        </div>
      ))}
      {error !== undefined && <p className="field-error">{error}</p>}
    </fieldset>
  );
}

const movesLines = (resolution: unknown): boolean => resolution === "split" || resolution === "lines_cancelled";

const listOffered = (of: ExceptionDetail) => listOfferedResolutions({ ...of, consent: of.substitute?.consent ?? null });

function resolveForm(of: ExceptionDetail) {
  const { exception_uuid, version, type, has_retailer } = of;
  const options = listOffered(of).map((value) => ({ value, text: `exceptions.choose.${value}` as const }));
  return defineForm({
    name: "exceptions.resolve",
    keepsDraft: false,
    schema: z
      .object({
        resolution: z.enum(chosenResolutions),
        lines: z.record(z.string(), z.int().min(0).nullable()),
        substitute: typedSubstitute,
        message: words,
        ...addressSchema,
      })
      .superRefine(({ resolution, message }, context) => {
        if (message === "" && needsMessage(type, resolution))
          context.addIssue({ code: "custom", path: ["message"], message: "exceptions.messageRequired" });
      }),
    submit: "exceptions.step.resolve",
    fields: {
      resolution: { kind: "choice", label: "exceptions.column.resolution", options, look: "radio", isRequired: true, isWide: true },
      ...addressFields(({ resolution }: { resolution: ChosenResolution }) => resolution === "address_corrected"),
      lines: {
        kind: "custom",
        label: "exceptions.field.lines",
        when: ({ resolution }) => movesLines(resolution),
        isWide: true,
        render: (props) => <LinesField {...props} of={of} />,
      },
      substitute: substituteField(of, ({ resolution }: { resolution: ChosenResolution }) => resolution === "substituted" && !has_retailer),
      message: { ...messageField, isWide: true },
    },
    refusalsAt: {
      ...substituteRefusals,
      "exceptions.messageRequired": "message",
      "orders.splitNothing": "lines",
      "exceptions.recipientRequired": "address",
    },
    send: ({ resolution, message, lines, substitute, ...address }, { client }) =>
      client.call(resolveException, {
        exception_uuid,
        version,
        resolution,
        message,
        ...(resolution === "address_corrected" ? { recipient: toRecipient(address) } : {}),
        ...(resolution === "substituted" && !has_retailer ? toSubstitute(substitute) : {}),
        ...(movesLines(resolution)
          ? {
              lines: Object.entries(lines).flatMap(([line_uuid, quantity]) =>
                quantity === null || quantity === 0 ? [] : [{ line_uuid, quantity }],
              ),
            }
          : {}),
      }),
  });
}

function AssignForm({ of, onDone }: FormProps) {
  const form = useMemo(() => assignForm(of), [of]);
  return <Form of={form} onDone={onDone} />;
}

function AskForm({ of, onDone }: FormProps) {
  const form = useMemo(() => askForm(of), [of]);
  return <Form of={form} initial={{ message: "", substitute: noSubstitute }} onDone={onDone} />;
}

function MessageForm({ step, of, onDone }: FormProps & { readonly step: keyof typeof messageCalls }) {
  const form = useMemo(() => messageForm(step, of), [step, of]);
  return <Form of={form} onDone={onDone} />;
}

function NoteForm({ of, isStaff, onDone }: FormProps) {
  const form = useMemo(() => noteForm(of, isStaff), [of, isStaff]);
  return <Form of={form} initial={{ is_internal: isStaff && of.has_retailer }} onDone={onDone} />;
}

function AnswerForm({ of, onDone }: FormProps) {
  const form = useMemo(() => answerForm(of), [of]);
  return (
    <Form of={form} subject={of.exception_uuid} initial={{ message: "", consent: "", ...(of.recipient ?? noAddress) }} onDone={onDone} />
  );
}

function ResolveForm({ of, onDone }: FormProps) {
  const form = useMemo(() => resolveForm(of), [of]);
  const initial = {
    resolution: listOffered(of)[0] ?? ("other" as const),
    message: "",
    lines: suggestLines(of.lines),
    substitute: noSubstitute,
    ...(of.recipient ?? noAddress),
  };
  return <Form of={form} initial={initial} onDone={onDone} />;
}

function StepForm({ step, ...props }: FormProps & { readonly step: AskedExceptionStep }) {
  if (step === "assign") return <AssignForm {...props} />;
  if (step === "note") return <NoteForm {...props} />;
  if (step === "ask") return <AskForm {...props} />;
  if (step === "answer") return <AnswerForm {...props} />;
  return step === "resolve" ? <ResolveForm {...props} /> : <MessageForm {...props} step={step} />;
}

/** Asks what a step of an exception needs, and takes it. */
export function ExceptionStepDialog({
  step,
  onClose,
  ...props
}: FormProps & { readonly step: AskedExceptionStep; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <FormDialog title={t(`exceptions.step.${step}`)} isWide={step === "resolve" || step === "answer" || step === "ask"} onClose={onClose}>
      <p>{t(`exceptions.asks.${step}`)}</p>
      <StepForm {...props} step={step} />
    </FormDialog>
  );
}
