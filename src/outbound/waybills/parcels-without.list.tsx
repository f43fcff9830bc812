import type { Caller } from "#src/kit/api/call-hooks.tsx";
import type { InputOf } from "#src/kit/api/define-call.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { formatInstantBriefly } from "#src/kit/lib/formats.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { requestFor } from "./request-waybills.ts";
import { formatVoidReason } from "./waybill-words.rules.ts";
import { waybillActions } from "./waybills.actions.ts";
import { listParcelsWithout } from "./waybills.contract.ts";
import type { ParcelWithout } from "./waybills.contract.ts";

/** Why a parcel has no waybill. */
function formatWhy({ channel_uuid, void_reason }: ParcelWithout, t: Translate): string {
  if (channel_uuid === null) return t("waybills.why.noChannel");
  return void_reason === "" ? t("waybills.why.notRequested") : t("waybills.why.voided", { reason: formatVoidReason({ void_reason }, t) });
}

/** Declares the list of weighed parcels without a waybill. */
export function parcelsWithoutList(
  { client }: Caller,
  input: Partial<InputOf<typeof listParcelsWithout>>,
  openOrder: (of: ParcelWithout) => void,
) {
  return defineList({
    name: "waybills.without",
    call: listParcelsWithout,
    title: "waybills.tab.without",
    rowKey: ({ parcel_uuid }) => parcel_uuid,
    cardTitle: "parcel",
    secondLine: ["why", "channel", "order"],
    columns: [
      { id: "parcel", title: "waybills.column.parcel", text: ({ parcel_number }) => parcel_number },
      { id: "why", title: "waybills.column.why", text: (row, { t }) => formatWhy(row, t), maxWidthPx: 320 },
      { id: "channel", title: "waybills.column.channel", text: ({ channel_name }) => channel_name, maxWidthPx: 200 },
      { id: "order", title: "waybills.column.order", text: ({ order_number }) => order_number },
      { id: "warehouse", title: "waybills.column.warehouse", text: ({ warehouse_name }) => warehouse_name, maxWidthPx: 160 },
      { id: "weighed", title: "waybills.column.weighed", text: ({ weighed_at }, { locale }) => formatInstantBriefly(weighed_at, locale) },
    ],
    filters: [{ field: "number", label: "waybills.filter.number", kind: "text", placeholder: "waybills.filter.parcelHint", scans: true }],
    actions: [
      {
        id: "request",
        label: "waybills.step.request",
        needs: "some",
        shortcut: "r",
        isPrimary: true,
        rule: waybillActions.requestFirst,
        perform: async ({ rows, reload }) => {
          const result = await requestFor(client, rows);
          reload();
          return result;
        },
      },
    ],
    onOpen: openOrder,
    input,
    empty: { text: "waybills.empty.without" },
  });
}
