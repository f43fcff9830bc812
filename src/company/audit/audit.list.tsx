import type { InputOf } from "#src/kit/api/define-call.ts";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { formatInstantBriefly } from "#src/kit/lib/formats.ts";
import type { Action, Filter } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { actionOptions } from "./action-words.rules.ts";
import type { AuditEntry } from "./audit.contract.ts";
import { retrieveAuditLog } from "./audit.contract.ts";
import { formatAction, formatDetail, formatMoment, formatPerson, formatSubject } from "./entry-words.rules.ts";
import { auditActions } from "./audit.actions.ts";

export type ExportFormat = "xlsx" | "csv";

/** What the list needs from its screen. */
export interface AuditOptions {
  open(entry: AuditEntry): void;
  onlyPerson(userUuid: string): void;
  /** starts a job that exports the filtered entries */
  exportAs(format: ExportFormat, caller: Caller): Promise<void>;
}

export const auditFilters: readonly Filter<InputOf<typeof retrieveAuditLog>>[] = [
  { field: "action", label: "audit.filter.action", kind: "choice", options: actionOptions },
  { field: "from", label: "audit.filter.from", kind: "day", edge: "start" },
  { field: "until", label: "audit.filter.until", kind: "day", edge: "end" },
];

function createActions({ open, onlyPerson, exportAs }: AuditOptions): Action<AuditEntry>[] {
  const rule = auditActions.export;
  return [
    { id: "xlsx", label: "audit.do.xlsx", needs: "none", rule, perform: ({ caller }) => exportAs("xlsx", caller) },
    { id: "csv", label: "audit.do.csv", needs: "none", rule, perform: ({ caller }) => exportAs("csv", caller) },
    {
      id: "open",
      label: "audit.do.open",
      needs: "one",
      perform: ({ rows: [entry] }) => {
        if (entry !== undefined) open(entry);
      },
    },
    {
      id: "only-person",
      label: "audit.do.onlyPerson",
      needs: "one",
      rule: auditActions.ofPerson,
      perform: ({ rows: [entry] }) => {
        if (entry !== undefined) onlyPerson(entry.user_uuid);
      },
    },
  ];
}

/**
 * The audit log.
 * @param userUuid shows only this user's entries; null for all
 */
export function auditList(doors: AuditOptions, userUuid: string | null) {
  return defineList({
    name: "audit.log",
    call: retrieveAuditLog,
    title: "audit.title",
    rowKey: ({ audit_uuid }) => audit_uuid,
    cardTitle: "action",
    secondLine: ["person", "time"],
    columns: [
      {
        id: "time",
        title: "audit.column.time",
        text: ({ at }, { locale }) => formatMoment(at, locale),
        brief: ({ at }, { locale }) => formatInstantBriefly(at, locale),
      },
      { id: "person", title: "audit.column.person", text: (row, words) => formatPerson(row, words) },
      { id: "action", title: "audit.column.action", text: ({ action }, words) => formatAction(action, words) },
      { id: "subject", title: "audit.column.subject", text: (row, words) => formatSubject(row, words) },
      { id: "address", title: "audit.column.address", text: ({ address }) => address },
      {
        id: "seal",
        title: "audit.column.seal",
        text: ({ is_sealed }, { t }) => t(is_sealed ? "audit.seal.sealed" : "audit.seal.open"),
        render: ({ is_sealed }, { t }) => (
          <StatusTag tone={is_sealed ? "good" : "quiet"} text={t(is_sealed ? "audit.seal.sealed" : "audit.seal.open")} />
        ),
      },
      { id: "detail", title: "audit.column.detail", text: ({ detail }, words) => formatDetail(detail, words) },
    ],
    filters: auditFilters,
    actions: createActions(doors),
    onOpen: doors.open,
    empty: { text: "audit.empty" },
    ...(userUuid === null ? {} : { input: { user_uuid: userUuid } }),
  });
}
