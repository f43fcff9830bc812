import type { ReactNode } from "react";
import { useCallback, useMemo, useState } from "react";
import { z } from "zod";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import type { Client } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { toLocalDay } from "#src/kit/lib/days.ts";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import type { CustomFieldProps, Values } from "#src/kit/ui/form/form-definition.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import type { BatchResult } from "#src/kit/ui/list/list-definition.ts";
import { Select } from "#src/kit/ui/select.tsx";
import { countPrint, saveLabels } from "./print-labels.ts";
import { readLabelSize } from "./print-station.storage.ts";
import { enterWaybill, listChoices, recordTracks, relabelWaybills, voidWaybills } from "./waybills.contract.ts";
import type { WaybillRow } from "./waybills.contract.ts";
import { mostNumberLength, mostWaybills, recordedTracks } from "./waybills.rules.ts";

/** The actions that need an answer first: why again, why void, which channel, which number, what became of it. */
type AskedAction = "reprint" | "void" | "relabel" | "enter" | "track";

interface Request {
  readonly action: AskedAction;
  readonly waybills: readonly WaybillRow[];
}

/** Opens an action's dialog. @returns what was done once the dialog is closed; null if it was closed without sending */
export type AskAction = (request: Request) => Promise<BatchResult | null>;

interface OverWaybills {
  readonly done: number;
  readonly failed: readonly { readonly order_id: string; readonly message: BatchResult["failed"][number]["message"] }[];
}

/** Sends a call over waybills, in parts that it takes. */
export async function sendOver(
  waybills: readonly WaybillRow[],
  send: (waybillUuids: string[]) => Promise<OverWaybills>,
): Promise<BatchResult> {
  const numbers = new Map(waybills.map(({ waybill_uuid, parcel_number }) => [waybill_uuid, parcel_number]));
  const failed: BatchResult["failed"][number][] = [];
  let done = 0;
  for (let from = 0; from < waybills.length; from += mostWaybills) {
    const part = await send(waybills.slice(from, from + mostWaybills).map(({ waybill_uuid }) => waybill_uuid));
    done += part.done;
    failed.push(...part.failed.map(({ order_id, message }) => ({ id: order_id, label: numbers.get(order_id) ?? "", message })));
  }
  return { done, failed };
}

/** Counts a print and saves its files, named as the page is. */
export async function printAndSave(client: Client, waybills: readonly WaybillRow[], reason: string, label: string): Promise<BatchResult> {
  const { files, ...result } = await countPrint(client, waybills, reason);
  for (const file of files) await saveLabels(client, file, label);
  return result;
}

const reason = z.string().trim().min(1).max(200);

function reasonForm({ action, waybills }: Request, label: string) {
  return defineForm({
    name: action === "void" ? "waybills.void" : "waybills.reprint",
    keepsDraft: false,
    schema: z.object({ reason }),
    submit: action === "void" ? "waybills.step.void" : "waybills.step.print",
    fields: { reason: { kind: "text", label: "waybills.reason", isRequired: true, maxLength: 200 } },
    send: (values, { client }) =>
      action === "void"
        ? sendOver(waybills, (waybill_uuids) => client.call(voidWaybills, { waybill_uuids, ...values }))
        : printAndSave(client, waybills, values.reason, label),
  });
}

/** The channels in use by name. */
function ChannelField({ value, onChange, values: _values, partErrors: _errors, onHold: _onHold, ...field }: CustomFieldProps<Values>) {
  const { data, error, refetch } = useCallQuery(listChoices, {});
  if (data === undefined) return <FailedNotice error={error} onRetry={() => void refetch()} />;
  return (
    <Select
      {...field}
      value={typeof value === "string" ? value : ""}
      options={data.channels.filter(({ is_enabled }) => is_enabled).map(({ channel_uuid, name }) => ({ value: channel_uuid, text: name }))}
      onValue={onChange}
    />
  );
}

function relabelForm({ waybills }: Request) {
  return defineForm({
    name: "waybills.relabel",
    keepsDraft: false,
    schema: z.object({ channel_uuid: z.uuid() }),
    submit: "waybills.step.relabel",
    fields: {
      channel_uuid: { kind: "custom", label: "waybills.column.channel", isRequired: true, render: (props) => <ChannelField {...props} /> },
    },
    send: (values, { client }) => sendOver(waybills, (waybill_uuids) => client.call(relabelWaybills, { waybill_uuids, ...values })),
  });
}

function enterForm({ waybills: [waybill] }: Request) {
  return defineForm({
    name: "waybills.enter",
    keepsDraft: false,
    schema: z.object({
      waybill_number: z.string().trim().min(1).max(mostNumberLength),
      tracking_number: z.string().trim().max(mostNumberLength),
    }),
    submit: "waybills.step.enter",
    refusalsAt: { "waybills.numberTaken": "waybill_number" },
    fields: {
      waybill_number: {
        kind: "text",
        label: "waybills.column.number",
        isRequired: true,
        maxLength: mostNumberLength,
        autoComplete: "off",
      },
      tracking_number: { kind: "text", label: "waybills.column.tracking", maxLength: mostNumberLength, autoComplete: "off" },
    },
    send: async (values, { client }): Promise<BatchResult> => {
      await client.call(enterWaybill, {
        ...values,
        waybill_uuid: waybill?.waybill_uuid ?? "",
        size: readLabelSize(),
        language: useAppearance.getState().language,
      });
      return { done: 1, failed: [] };
    },
  });
}

function trackForm({ waybills }: Request) {
  return defineForm({
    name: "waybills.track",
    keepsDraft: false,
    schema: z.object({ status: z.enum(recordedTracks), on: z.iso.date(), note: z.string().trim().max(200) }),
    submit: "waybills.step.track",
    fields: {
      status: {
        kind: "choice",
        label: "waybills.column.where",
        isRequired: true,
        options: recordedTracks.map((value) => ({ value, text: `waybills.where.${value}` as const })),
      },
      on: { kind: "date", label: "waybills.happenedOn", isRequired: true, max: toLocalDay() },
      note: { kind: "text", label: "waybills.note", maxLength: 200 },
    },
    send: (values, { client }) => sendOver(waybills, (waybill_uuids) => client.call(recordTracks, { waybill_uuids, ...values })),
  });
}

interface FormProps {
  readonly request: Request;
  readonly onDone: (result: BatchResult) => void;
}

function ReasonForm({ request, onDone }: FormProps) {
  const { t } = useTranslation();
  const label = t("waybills.labels");
  const form = useMemo(() => reasonForm(request, label), [request, label]);
  return <Form of={form} onDone={onDone} />;
}

function RelabelForm({ request, onDone }: FormProps) {
  const form = useMemo(() => relabelForm(request), [request]);
  return <Form of={form} onDone={onDone} />;
}

function EnterForm({ request, onDone }: FormProps) {
  const form = useMemo(() => enterForm(request), [request]);
  return <Form of={form} onDone={onDone} />;
}

function TrackForm({ request, onDone }: FormProps) {
  const form = useMemo(() => trackForm(request), [request]);
  return <Form of={form} initial={{ status: "delivered", on: toLocalDay(), note: "" }} onDone={onDone} />;
}

const forms = { reprint: ReasonForm, void: ReasonForm, relabel: RelabelForm, enter: EnterForm, track: TrackForm } as const;

function ActionForm({ request, onDone }: FormProps) {
  const { t } = useTranslation();
  const { action, waybills } = request;
  const Shown = forms[action];
  return (
    <>
      <p>{t(`waybills.asks.${action}`, { count: waybills.length, parcel: waybills[0]?.parcel_number ?? "" })}</p>
      <Shown request={request} onDone={onDone} />
    </>
  );
}

/** Provides the dialogs of waybills: `ask` opens one, `dialog` is rendered by the caller. */
export function useWaybillDialogs(): { readonly ask: AskAction; readonly dialog: ReactNode } {
  const { t } = useTranslation();
  const [open, setOpen] = useState<(Request & { readonly answer: (result: BatchResult | null) => void }) | null>(null);
  const ask: AskAction = useCallback((request) => new Promise((answer) => setOpen({ ...request, answer })), []);
  const close = (result: BatchResult | null) => {
    open?.answer(result);
    setOpen(null);
  };
  const dialog =
    open === null ? null : (
      <FormDialog
        title={t(open.action === "reprint" ? "waybills.step.reprint" : `waybills.step.${open.action}`)}
        onClose={() => close(null)}
      >
        <ActionForm request={open} onDone={close} />
      </FormDialog>
    );
  return { ask, dialog };
}
