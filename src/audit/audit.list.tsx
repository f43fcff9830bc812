import type { InputOf } from "#src/api/define-call.ts";
import type { Caller } from "#src/api/caller.tsx";
import { briefInstantText } from "#src/lib/wording.ts";
import type { Action, Filter } from "#src/ui/list/list-definition.ts";
import { defineList } from "#src/ui/list/list-definition.ts";
import { StatusTag } from "#src/ui/status-tag.tsx";
import { actionOptions } from "./action-words.rules.ts";
import type { AuditEntry } from "./audit.contract.ts";
import { retrieveAuditLog } from "./audit.contract.ts";
import { actionText, detailText, momentText, personText, subjectText } from "./entry-words.rules.ts";
import { auditActions } from "./audit.actions.ts";

export type ExportFormat = "xlsx" | "csv";

/** What the list asks of the screen around it. */
export interface AuditDoors {
  open(entry: AuditEntry): void;
  onlyPerson(userUuid: string): void;
  /** has a job write what is shown to a file */
  exportAs(format: ExportFormat, caller: Caller): Promise<void>;
}

export const auditFilters: readonly Filter<InputOf<typeof retrieveAuditLog>>[] = [
  { field: "action", label: "audit.filter.action", kind: "choice", options: actionOptions },
  { field: "from", label: "audit.filter.from", kind: "day", edge: "start" },
  { field: "until", label: "audit.filter.until", kind: "day", edge: "end" },
];

function actions({ open, onlyPerson, exportAs }: AuditDoors): Action<AuditEntry>[] {
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
 * @param userUuid whose entries alone are shown; null for everybody's
 */
export function auditList(doors: AuditDoors, userUuid: string | null) {
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
        text: ({ at }, { locale }) => momentText(at, locale),
        brief: ({ at }, { locale }) => briefInstantText(at, locale),
      },
      { id: "person", title: "audit.column.person", text: (row, words) => personText(row, words) },
      { id: "action", title: "audit.column.action", text: ({ action }, words) => actionText(action, words) },
      { id: "subject", title: "audit.column.subject", text: (row, words) => subjectText(row, words) },
      { id: "address", title: "audit.column.address", text: ({ address }) => address },
      {
        id: "seal",
        title: "audit.column.seal",
        text: ({ is_sealed }, { t }) => t(is_sealed ? "audit.seal.sealed" : "audit.seal.open"),
        render: ({ is_sealed }, { t }) => (
          <StatusTag tone={is_sealed ? "good" : "quiet"} text={t(is_sealed ? "audit.seal.sealed" : "audit.seal.open")} />
        ),
      },
      { id: "detail", title: "audit.column.detail", text: ({ detail }, words) => detailText(detail, words) },
    ],
    filters: auditFilters,
    actions: actions(doors),
    onOpen: doors.open,
    empty: { text: "audit.empty" },
    ...(userUuid === null ? {} : { input: { user_uuid: userUuid } }),
  });
}
