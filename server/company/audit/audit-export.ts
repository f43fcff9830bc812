import type { Table } from "#server/platform/files/table-files.commands.ts";
import { toDay } from "#src/kit/lib/days.ts";
import type { AuditRow } from "./audit.queries.ts";

export type ExportLanguage = "en_us" | "zh_cn";

/** Maximum rows of one file: Excel's own limit is 1,048,576 with the header. */
export const mostRows = 1_000_000;

const sheet = { en_us: "Audit log", zh_cn: "审计日志" } as const;

const columns = [
  { en_us: "Time (UTC)", zh_cn: "时间（UTC）", width: 20 },
  { en_us: "Action", zh_cn: "操作", width: 30 },
  { en_us: "Username", zh_cn: "用户名", width: 24 },
  { en_us: "User ID", zh_cn: "用户编号", width: 38 },
  { en_us: "Address", zh_cn: "IP 地址", width: 18 },
  { en_us: "Subject", zh_cn: "对象", width: 16 },
  { en_us: "Subject ID", zh_cn: "对象编号", width: 38 },
  { en_us: "Detail", zh_cn: "详情", width: 60 },
  { en_us: "Sealed", zh_cn: "已封存", width: 8 },
  { en_us: "ID", zh_cn: "编号", width: 38 },
] as const;

const answers = { en_us: { yes: "yes", no: "no" }, zh_cn: { yes: "是", no: "否" } } as const;

/** Returns the file's name, without its extension. */
export function exportName(language: ExportLanguage, now: Date): string {
  return `${sheet[language]} ${toDay(now)}`;
}

/** Builds the log as a table, in one language; actions and subjects are named the same in both. */
export function auditTable(language: ExportLanguage, batches: AsyncIterable<readonly AuditRow[]>): Table {
  const { yes, no } = answers[language];
  const cells = (row: AuditRow) => [
    row.at,
    row.action,
    row.about?.["username"] ?? "",
    row.user_uuid,
    row.about?.["address"] ?? "",
    row.subject_type,
    row.subject_uuid,
    Object.keys(row.detail).length === 0 ? "" : JSON.stringify(row.detail),
    row.is_sealed ? yes : no,
    row.audit_uuid,
  ];
  return {
    name: sheet[language],
    columns: columns.map((column) => ({ header: column[language], width: column.width })),
    batches: (async function* () {
      for await (const rows of batches) yield rows.map((row) => cells(row));
    })(),
  };
}
