import { z } from "zod";
import { roleTypes } from "#src/kit/api/roles-and-permissions.ts";
import { defineCall } from "#src/kit/api/define-call.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";

const moment = z.iso.datetime({ offset: true });

/** The filters of the list and of its export. */
const filters = {
  /** an action, or a slice for all of its actions */
  action: z.string().max(80).optional(),
  user_uuid: z.uuid().optional(),
  subject_uuid: z.uuid().optional(),
  from: moment.optional(),
  until: moment.optional(),
};

const auditEntry = z.object({
  audit_uuid: z.uuid(),
  at: z.string(),
  action: z.string(),
  user_uuid: z.string(),
  /** the person's name; empty once erased */
  username: z.string(),
  address: z.string(),
  subject_type: z.string(),
  subject_uuid: z.string(),
  detail: z.record(z.string(), z.unknown()),
  is_sealed: z.boolean(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const retrieveAuditLog = defineCall({
  name: "audit.retrieve",
  method: "GET",
  path: "/api/audit_log/audit-log-retrieve",
  bare: true,
  summary:
    "Lists audit log entries, newest first. A supplier and its operators see all of the supplier's entries; a retailer sees its own with its current supplier.",
  roles: roleTypes,
  permission: "reports",
  input: z.strictObject({ ...listInput, ...filters }),
  output: listOutput(auditEntry),
  codes: [],
});

export const exportAuditLog = defineCall({
  name: "audit.export",
  method: "POST",
  path: "/api/audit_log/export",
  summary: "Starts a job that exports the filtered log as a workbook or CSV. The file appears in the user's downloads.",
  roles: roleTypes,
  permission: "reports",
  input: z.strictObject({ ...filters, format: z.enum(["xlsx", "csv"]), language: z.enum(["en_us", "zh_cn"]).default("en_us") }),
  output: z.object({ download_uuid: z.uuid() }),
  codes: ["audit.tooManyRows"],
});
