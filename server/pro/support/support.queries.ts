import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { answerRequest } from "#src/pro/support/support.contract.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { PageRequest } from "#server/platform/db/list.ts";
import type { SupportRequest as Row } from "#server/platform/db/schema.generated.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

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

/** Converts a message to its wire format. */
function shown({ topic, language, status, ...row }: Shown): SupportRequest {
  return {
    ...row,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
    topic: topic as SupportRequest["topic"],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
    language: language as SupportRequest["language"],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
    status: status as SupportRequest["status"],
    answered_at: row.answered_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/** Returns a page of the messages to support, newest first. The caller must act as a site administrator. */
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

/** Returns one message, locked until it is answered; null if there is none. The caller must act as a site administrator. */
export async function requestForAnswer(tx: Tx, requestUuid: string): Promise<SupportRequest | null> {
  const row = await tx
    .selectFrom("support_request")
    .select([...columns])
    .where("request_uuid", "=", requestUuid)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : shown(row);
}
