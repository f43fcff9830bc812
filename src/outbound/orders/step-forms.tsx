import { useMemo } from "react";
import { z } from "zod";
import { listChannels } from "#src/carriers/channels/channels.contract.ts";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { maxPageSize } from "#src/kit/api/list.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { toLocalDay } from "#src/kit/lib/days.ts";
import { DateTimeField } from "#src/kit/ui/date-field.tsx";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import type { CustomFieldProps, Values } from "#src/kit/ui/form/form-definition.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import type { BatchResult } from "#src/kit/ui/list/list-definition.ts";
import { Select } from "#src/kit/ui/select.tsx";
import {
  cancelOrders,
  changeChannel,
  delayOrders,
  holdOrders,
  prioritizeOrders,
  receiveOrders,
  rejectCancel,
  releaseHolds,
  requestCancel,
  returnOrders,
} from "./order-batches.contract.ts";
import type { SendStep, StepOrder, StepRequest } from "./order-steps.ts";
import { delaySchema, takeStep } from "./order-steps.ts";
import { handHoldKinds, priorities } from "./orders.rules.ts";

const DeclareDialog = lazyPart(async () => (await import("./declare-dialog.tsx")).DeclareDialog);

interface DialogProps {
  readonly request: StepRequest;
  readonly onDone: (result: BatchResult) => void;
}

const reason = z.string().trim().min(1).max(500);
const reasonField = { kind: "text", label: "orders.reason", isRequired: true, maxLength: 500 } as const;

/** The steps that need a reason, with their calls. */
const reasonedCalls = { return: returnOrders, cancel: cancelOrders, request_cancel: requestCancel, reject_cancel: rejectCancel } as const;
type ReasonedStep = keyof typeof reasonedCalls;

const isReasoned = (step: StepRequest["step"]): step is ReasonedStep => step in reasonedCalls;

function reasonForm(step: ReasonedStep, orders: readonly StepOrder[]) {
  return defineForm({
    name: "orders.reason",
    keepsDraft: false,
    schema: z.object({ reason }),
    submit: `orders.step.${step}`,
    fields: { reason: reasonField },
    send: (values, { client }) => {
      const send: SendStep = (by, order_ids) => by.call(reasonedCalls[step], { order_ids, ...values });
      return takeStep(client, orders, send);
    },
  });
}

function ReasonDialog({ request: { step, orders }, onDone }: DialogProps & { request: { step: ReasonedStep } }) {
  const { t } = useTranslation();
  const form = useMemo(() => reasonForm(step, orders), [step, orders]);
  return (
    <>
      <p>{t(`orders.asks.${step}`, { count: orders.length })}</p>
      <Form of={form} autoFocus onDone={onDone} />
    </>
  );
}

const holdOptions = handHoldKinds.map((value) => ({ value, text: `orders.hold.${value}` as const }));

function holdForm(orders: readonly StepOrder[]) {
  return defineForm({
    name: "orders.hold",
    keepsDraft: false,
    schema: z.object({ hold: z.enum(handHoldKinds), reason: z.string().trim().max(500) }),
    submit: "orders.step.hold",
    fields: {
      hold: { kind: "choice", label: "orders.field.hold", options: holdOptions, look: "radio", isRequired: true },
      reason: { kind: "text", label: "orders.reason", maxLength: 500 },
    },
    send: (values, { client }) => takeStep(client, orders, (by, order_ids) => by.call(holdOrders, { order_ids, ...values })),
  });
}

function HoldDialog({ request: { orders }, onDone }: DialogProps) {
  const { t } = useTranslation();
  const form = useMemo(() => holdForm(orders), [orders]);
  return (
    <>
      <p>{t("orders.asks.hold")}</p>
      <Form of={form} initial={{ hold: "operator", reason: "" }} onDone={onDone} />
    </>
  );
}

/** All holds, in the choice of what is released. */
const everyHold = "all";

function releaseForm(orders: readonly StepOrder[]) {
  const held = handHoldKinds.filter((kind) => orders.some(({ holds }) => holds.includes(kind)));
  const options = held.map((value) => ({ value, text: `orders.hold.${value}` as const }));
  return defineForm({
    name: "orders.release-hold",
    keepsDraft: false,
    schema: z.object({ hold: z.enum([everyHold, ...handHoldKinds]) }),
    submit: "orders.step.release_hold",
    fields: {
      hold: {
        kind: "choice",
        label: "orders.field.hold",
        options: [{ value: everyHold, text: "orders.hold.all" as const }, ...options],
        look: "radio",
        isRequired: true,
      },
    },
    send: ({ hold }, { client }) =>
      takeStep(client, orders, (by, order_ids) => by.call(releaseHolds, { order_ids, ...(hold === everyHold ? {} : { hold }) })),
  });
}

function ReleaseHoldDialog({ request: { orders }, onDone }: DialogProps) {
  const { t } = useTranslation();
  const form = useMemo(() => releaseForm(orders), [orders]);
  return (
    <>
      <p>{t("orders.asks.release_hold")}</p>
      <Form of={form} initial={{ hold: everyHold }} onDone={onDone} />
    </>
  );
}

function delayForm(orders: readonly StepOrder[]) {
  return defineForm({
    name: "orders.delay",
    keepsDraft: false,
    schema: delaySchema,
    submit: "orders.step.delay",
    fields: {
      until: {
        kind: "custom",
        label: "orders.delayUntil",
        isRequired: true,
        render: ({ value, onChange, values: _values, partErrors: _errors, onHold: _onHold, ...field }) => (
          <DateTimeField {...field} autoFocus value={typeof value === "string" ? value : ""} onValue={onChange} />
        ),
      },
    },
    send: ({ until }, { client }) =>
      takeStep(client, orders, (by, order_ids) => by.call(delayOrders, { order_ids, delay_until: new Date(until).toISOString() })),
  });
}

function DelayDialog({ request: { orders }, onDone }: DialogProps) {
  const { t } = useTranslation();
  const form = useMemo(() => delayForm(orders), [orders]);
  return (
    <>
      <p>{t("orders.asks.delay")}</p>
      <Form of={form} onDone={onDone} />
    </>
  );
}

const priorityWords = ["urgent", "high", "normal", "low"] as const satisfies readonly (keyof typeof priorities)[];

function priorityForm(orders: readonly StepOrder[]) {
  return defineForm({
    name: "orders.prioritize",
    keepsDraft: false,
    schema: z.object({ priority: z.enum(priorityWords) }),
    submit: "orders.step.prioritize",
    fields: {
      priority: {
        kind: "choice",
        label: "orders.column.priority",
        options: priorityWords.map((value) => ({ value, text: `orders.priority.${value}` as const })),
        look: "radio",
        isRequired: true,
      },
    },
    send: ({ priority }, { client }) =>
      takeStep(client, orders, (by, order_ids) => by.call(prioritizeOrders, { order_ids, priority: priorities[priority] })),
  });
}

function PriorityDialog({ request: { orders }, onDone }: DialogProps) {
  const { t } = useTranslation();
  const form = useMemo(() => priorityForm(orders), [orders]);
  const current = priorityWords.find((word) => priorities[word] === orders[0]?.priority) ?? "normal";
  return (
    <>
      <p>{t("orders.asks.prioritize")}</p>
      <Form of={form} initial={{ priority: current }} onDone={onDone} />
    </>
  );
}

/** The enabled channels by name. The server refuses one that does not ship an order. */
function ChannelField({ value, onChange, values: _values, partErrors: _errors, onHold: _onHold, ...field }: CustomFieldProps<Values>) {
  const { t } = useTranslation();
  const { data, error, refetch } = useCallQuery(listChannels, { is_enabled: true, page_size: maxPageSize });
  if (data === undefined) return <FailedNotice error={error} onRetry={() => void refetch()} />;
  return (
    <Select
      {...field}
      {...(data.result.length === 0 ? { hint: t("orders.none.channels") } : {})}
      value={typeof value === "string" ? value : ""}
      options={data.result.map(({ channel_uuid, name }) => ({ value: channel_uuid, text: name }))}
      onValue={onChange}
    />
  );
}

function channelForm(orders: readonly StepOrder[]) {
  return defineForm({
    name: "orders.change-channel",
    keepsDraft: false,
    schema: z.object({ channel_id: z.uuid() }),
    submit: "orders.step.change_channel",
    fields: {
      channel_id: { kind: "custom", label: "orders.column.channel", isRequired: true, render: (props) => <ChannelField {...props} /> },
    },
    send: (values, { client }) => takeStep(client, orders, (by, order_ids) => by.call(changeChannel, { order_ids, ...values })),
  });
}

function ChannelDialog({ request: { orders }, onDone }: DialogProps) {
  const { t } = useTranslation();
  const form = useMemo(() => channelForm(orders), [orders]);
  return (
    <>
      <p>{t("orders.asks.change_channel")}</p>
      <Form of={form} onDone={onDone} />
    </>
  );
}

function receiveForm(orders: readonly StepOrder[]) {
  return defineForm({
    name: "orders.receive",
    keepsDraft: false,
    schema: z.object({ received_on: z.iso.date(), reason: z.string().trim().max(500) }),
    submit: "orders.step.receive",
    fields: {
      received_on: { kind: "date", label: "orders.receivedOn", isRequired: true, max: toLocalDay() },
      reason: { kind: "text", label: "orders.column.remark", maxLength: 500 },
    },
    send: (values, { client }) => takeStep(client, orders, (by, order_ids) => by.call(receiveOrders, { order_ids, ...values })),
  });
}

function ReceiveDialog({ request: { orders }, onDone }: DialogProps) {
  const { t } = useTranslation();
  const form = useMemo(() => receiveForm(orders), [orders]);
  return (
    <>
      <p>{t("orders.asks.receive", { count: orders.length })}</p>
      <Form of={form} initial={{ received_on: toLocalDay(), reason: "" }} onDone={onDone} />
    </>
  );
}

/** The form of a step that needs an answer first; loaded with its dialog. */
export function StepForm({ request, onDone }: DialogProps) {
  const { step, orders } = request;
  if (isReasoned(step)) return <ReasonDialog request={{ step, orders }} onDone={onDone} />;
  if (step === "hold") return <HoldDialog request={request} onDone={onDone} />;
  if (step === "release_hold") return <ReleaseHoldDialog request={request} onDone={onDone} />;
  if (step === "receive") return <ReceiveDialog request={request} onDone={onDone} />;
  if (step === "declare") return <DeclareDialog orders={orders} onDone={onDone} />;
  if (step === "change_channel") return <ChannelDialog request={request} onDone={onDone} />;
  return step === "delay" ? <DelayDialog request={request} onDone={onDone} /> : <PriorityDialog request={request} onDone={onDone} />;
}
