import { formatInstant } from "#src/kit/lib/formats.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { listCarrierErrors } from "./carrier-accounts.contract.ts";
import { carrierOperations, carrierProblemKinds } from "./carrier-problem.rules.ts";
import { formatCarrierWords } from "./own-words.rules.ts";

/** Requests that carriers refused or did not answer, newest first. */
export const carrierErrorsList = defineList({
  name: "carrierAccounts.errors",
  call: listCarrierErrors,
  title: "carrierAccounts.errors.title",
  rowKey: ({ carrier_error_uuid }) => carrier_error_uuid,
  cardTitle: "account",
  secondLine: ["at", "operation", "kind", "text"],
  columns: [
    { id: "at", title: "carrierAccounts.errors.column.at", text: ({ at }, { locale }) => formatInstant(at, locale) },
    { id: "account", title: "carrierAccounts.errors.column.account", text: ({ account_label }) => account_label, maxWidthPx: 200 },
    { id: "api", title: "carrierAccounts.column.api", text: ({ api_name }, { t }) => t(`carrierAccounts.api.${api_name}`), isHidden: true },
    {
      id: "operation",
      title: "carrierAccounts.errors.column.operation",
      text: ({ operation }, { t }) => t(`carrierAccounts.operation.${operation}`),
    },
    {
      id: "kind",
      title: "carrierAccounts.errors.column.kind",
      text: ({ kind }, { t }) => t(`carrierAccounts.kind.${kind}`),
    },
    { id: "text", title: "carrierAccounts.errors.column.text", text: ({ text }, { t }) => formatCarrierWords(text, t), maxWidthPx: 320 },
    { id: "code", title: "carrierAccounts.errors.column.code", text: ({ code }) => code },
    { id: "reference", title: "carrierAccounts.errors.column.reference", text: ({ reference }) => reference },
  ],
  filters: [
    { field: "reference", label: "carrierAccounts.errors.column.reference", kind: "text" },
    {
      field: "operation",
      label: "carrierAccounts.errors.column.operation",
      kind: "choice",
      options: carrierOperations.map((value) => ({ value, text: `carrierAccounts.operation.${value}` as const })),
    },
    {
      field: "kind",
      label: "carrierAccounts.errors.column.kind",
      kind: "choice",
      options: carrierProblemKinds.map((value) => ({ value, text: `carrierAccounts.kind.${value}` as const })),
    },
  ],
  empty: { text: "carrierAccounts.errors.empty" },
});
