import type { Caller } from "#src/kit/api/call-hooks.tsx";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { formatInstantBriefly, formatNumber } from "#src/kit/lib/formats.ts";
import type { Action, Column } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { requestFor } from "./request-waybills.ts";
import { printAndSave, sendOver } from "./waybill-dialogs.tsx";
import type { AskAction } from "./waybill-dialogs.tsx";
import { formatVoidReason, formatWaybillProblem, formatWaybillStatus, trackingTones, waybillTones } from "./waybill-words.rules.ts";
import { waybillActions } from "./waybills.actions.ts";
import { listWaybills, retryWaybills } from "./waybills.contract.ts";
import type { WaybillRow } from "./waybills.contract.ts";
import type { WaybillTab } from "./waybills.rules.ts";

function buildColumns(tab: WaybillTab): Column<WaybillRow>[] {
  const isPrinted = tab === "printed";
  const isAll = tab === "all";
  return [
    { id: "parcel", title: "waybills.column.parcel", text: ({ parcel_number }) => parcel_number },
    {
      id: "status",
      title: "waybills.column.status",
      text: (row, { t }) => formatWaybillStatus(row, t),
      render: (row, { t }) => <StatusTag tone={waybillTones[row.status]} text={formatWaybillStatus(row, t)} />,
    },
    { id: "number", title: "waybills.column.number", text: ({ waybill_number }) => waybill_number },
    {
      id: "problem",
      title: "waybills.column.problem",
      text: (row, { t }) => formatWaybillProblem(row, t),
      maxWidthPx: 320,
      ...(tab === "failed" || tab === "waiting" || tab === "all" ? {} : { isHidden: true as const }),
    },
    { id: "channel", title: "waybills.column.channel", text: ({ channel_name }) => channel_name, maxWidthPx: 200 },
    { id: "order", title: "waybills.column.order", text: ({ order_number }) => order_number },
    // The parcels of a wave are listed by its filter: there is no room for it beside the tracking.
    {
      id: "wave",
      title: "waybills.column.wave",
      text: ({ wave_number }) => wave_number,
      ...(isPrinted || isAll ? { isHidden: true as const } : {}),
    },
    {
      id: "prints",
      title: "waybills.column.prints",
      align: "end",
      text: ({ print_count }, { locale }) => (print_count === 0 ? "" : formatNumber(print_count, locale)),
      ...(isPrinted ? {} : { isHidden: true as const }),
    },
    {
      id: "where",
      title: "waybills.column.where",
      text: ({ tracking_status }, { t }) => (tracking_status === "" ? "" : t(`waybills.where.${tracking_status}`)),
      render: ({ tracking_status }, { t }) =>
        tracking_status === "" ? "" : <StatusTag tone={trackingTones[tracking_status]} text={t(`waybills.where.${tracking_status}`)} />,
      ...(isPrinted || isAll ? {} : { isHidden: true as const }),
    },
    { id: "tracking", title: "waybills.column.tracking", text: ({ tracking_number }) => tracking_number, isHidden: true },
    { id: "reference", title: "waybills.column.reference", text: ({ reference }) => reference, isHidden: true },
    { id: "warehouse", title: "waybills.column.warehouse", text: ({ warehouse_name }) => warehouse_name, maxWidthPx: 160, isHidden: true },
    { id: "replace", title: "waybills.column.replace", text: (row) => row.replace_channel_name, maxWidthPx: 200, isHidden: true },
    { id: "reason", title: "waybills.column.voidReason", text: (row, { t }) => formatVoidReason(row, t), maxWidthPx: 240, isHidden: true },
    {
      id: "requested",
      title: "waybills.column.requested",
      text: ({ requested_at }, { locale }) => formatInstantBriefly(requested_at, locale),
      ...(isPrinted ? { isHidden: true as const } : {}),
    },
    {
      id: "printed",
      title: "waybills.column.printed",
      text: ({ printed_at }, { locale }) => (printed_at === "" ? "" : formatInstantBriefly(printed_at, locale)),
      ...(isPrinted ? {} : { isHidden: true as const }),
    },
  ];
}

function buildActions({ client }: Caller, { ask, upload }: WaybillDoors): Action<WaybillRow>[] {
  return [
    { id: "upload", label: "waybills.step.upload", needs: "none", rule: waybillActions.upload, perform: upload },
    {
      id: "print",
      label: "waybills.step.print",
      needs: "some",
      shortcut: "p",
      isPrimary: true,
      rule: waybillActions.print,
      perform: async ({ rows, t, reload }) => {
        const isAgain = rows.some(({ print_count }) => print_count > 0);
        const result = isAgain
          ? await ask({ action: "reprint", waybills: rows })
          : await printAndSave(client, rows, "", t("waybills.labels"));
        reload();
        return result ?? undefined;
      },
    },
    {
      id: "retry",
      label: "waybills.step.retry",
      needs: "some",
      shortcut: "r",
      rule: waybillActions.retry,
      perform: async ({ rows, reload }) => {
        const result = await sendOver(rows, (waybill_uuids) => client.call(retryWaybills, { waybill_uuids }));
        reload();
        return result;
      },
    },
    {
      id: "request",
      label: "waybills.step.request",
      needs: "some",
      rule: waybillActions.request,
      perform: async ({ rows, reload }) => {
        const result = await requestFor(client, rows);
        reload();
        return result;
      },
    },
    {
      id: "enter",
      label: "waybills.step.enter",
      needs: "one",
      shortcut: "e",
      rule: waybillActions.enter,
      perform: async ({ rows, reload }) => {
        await ask({ action: "enter", waybills: rows });
        reload();
      },
    },
    {
      id: "track",
      label: "waybills.step.track",
      needs: "some",
      rule: waybillActions.track,
      perform: async ({ rows, reload }) => {
        const result = await ask({ action: "track", waybills: rows });
        reload();
        return result ?? undefined;
      },
    },
    {
      id: "relabel",
      label: "waybills.step.relabel",
      needs: "some",
      rule: waybillActions.relabel,
      perform: async ({ rows, reload }) => {
        const result = await ask({ action: "relabel", waybills: rows });
        reload();
        return result ?? undefined;
      },
    },
    {
      id: "void",
      label: "waybills.step.void",
      needs: "some",
      isDangerous: true,
      rule: waybillActions.void,
      perform: async ({ rows, reload }) => {
        const result = await ask({ action: "void", waybills: rows });
        reload();
        return result ?? undefined;
      },
    },
  ];
}

interface WaybillsVariant {
  readonly tab: WaybillTab;
  readonly input: Partial<InputOf<typeof listWaybills>>;
}

/** What actions open. */
interface WaybillDoors {
  readonly ask: AskAction;
  upload(): void;
}

/** Declares the list of waybills of a tab. */
export function waybillsList(caller: Caller, { tab, input }: WaybillsVariant, doors: WaybillDoors) {
  return defineList({
    name: `waybills.${tab}`,
    call: listWaybills,
    title: "navigation.printWaybill",
    rowKey: ({ waybill_uuid }) => waybill_uuid,
    cardTitle: "parcel",
    secondLine: ["number", "channel", "problem", "order"],
    columns: buildColumns(tab),
    filters: [{ field: "number", label: "waybills.filter.number", kind: "text", placeholder: "waybills.filter.numberHint", scans: true }],
    actions: buildActions(caller, doors),
    input: { ...input, tab },
    empty: { text: `waybills.empty.${tab}` },
  });
}
