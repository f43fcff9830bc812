import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { OutputOf } from "#src/api/define-call.ts";
import type { Page } from "#src/api/list.ts";
import type { Result } from "#src/lib/result.ts";
import type { answerRequest } from "#src/support/support.contract.ts";
import { listPage } from "#server/db/list.ts";
import type { PageRequest } from "#server/db/list.ts";
import type { SupportRequest as Row } from "#server/db/schema.generated.ts";
import type { Tx } from "#server/db/tx.ts";

export type SupportRequest = OutputOf<typeof answerRequest>;
type Shown = Pick<
  Selectable<Row>,
  | "request_uuid"
  | "number"
  | "email"
  | "topic"
  | "message"
  | "page"
  | "language"
  | "status"
  | "answer"
  | "answered_at"
  | "version"
  | "created_at"
>;

const columns = [
  "request_uuid",
  "number",
  "email",
  "topic",
  "message",
  "page",
  "language",
  "status",
  "answer",
  "answered_at",
  "version",
  "created_at",
] as const satisfies readonly (keyof Shown)[];

/** A message as the wire has it. The table holds no other words than the contract's. */
function shown({ topic, language, status, ...row }: Shown): SupportRequest {
  return {
    ...row,
    topic: topic as SupportRequest["topic"],
    language: language as SupportRequest["language"],
    status: status as SupportRequest["status"],
    answered_at: row.answered_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/** A page of what was written to support, newest first. Wants a site administrator. */
export async function listRequestRows(
  tx: Tx,
  { status, ...wanted }: PageRequest & { status: readonly SupportRequest["status"][] },
): Promise<Result<Page<SupportRequest>, "parameterError">> {
  const all = tx.selectFrom("support_request");
  return listPage(
    tx,
    {
      name: "support.list-requests",
      table: "support_request",
      base: status.length === 0 ? all : all.where("status", "in", [...status]),
      keys: [{ column: sql.ref("request_uuid"), type: "uuid", direction: "desc" }],
      select: (page) => page.select([...columns]),
      show: (row) => shown(row),
    },
    wanted,
  );
}

/** One message, locked until it is answered; null for none. Wants a site administrator. */
export async function requestForAnswer(tx: Tx, requestUuid: string): Promise<SupportRequest | null> {
  const row = await tx
    .selectFrom("support_request")
    .select([...columns])
    .where("request_uuid", "=", requestUuid)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : shown(row);
}
