import { sql } from "kysely";
import type { SelectQueryBuilder } from "kysely";
import { permissions } from "#src/api/actors.ts";
import type { Permission } from "#src/api/actors.ts";
import type { Page } from "#src/api/list.ts";
import type { Operator, OperatorSort } from "#src/operators/operators.contract.ts";
import type { Result } from "#src/lib/result.ts";
import type { Tx } from "#server/db/tx.ts";
import { listPage } from "#server/db/list.ts";
import type { PageRequest } from "#server/db/list.ts";
import type { SortKey, SortKeys } from "#server/db/list-keys.ts";
import type { DB } from "#server/db/schema.generated.ts";

interface OperatorRow {
  user_uuid: string;
  username: string;
  display_name: string;
  email: string;
  status: Operator["status"];
  /** what is there until then is a makeshift of ours */
  has_chosen_name: boolean;
  granted: string[];
  last_seen_at: Date | null;
  version: number;
}

/** The operators of a provider: users are no tenant's by their key, but an operator's is known by whom it belongs to. */
export function operatorsOf(tx: Tx, providerUuid: string) {
  return tx.selectFrom("app_user").where("related_uuid", "=", providerUuid).where("role", "=", "operator");
}

function shownColumns<O>(query: SelectQueryBuilder<DB, "app_user", O>, providerUuid: string) {
  return query
    .select(["user_uuid", "username", "display_name", "email", "status", "last_seen_at", "version"])
    .select(sql<boolean>`password_hash is not null`.as("has_chosen_name"))
    .select(
      sql<
        string[]
      >`array(select permission from operator_grant g where g.provider_uuid = ${providerUuid} and g.user_uuid = app_user.user_uuid)`.as(
        "granted",
      ),
    )
    .$castTo<O & OperatorRow>();
}

function shown({ user_uuid, display_name, email, status, last_seen_at, version, ...row }: OperatorRow): Operator {
  return {
    user_uuid,
    username: row.has_chosen_name ? row.username : "",
    display_name,
    email,
    status,
    permissions: inOrder(row.granted),
    last_seen_at: last_seen_at?.toISOString() ?? "",
    version,
  };
}

/** Permissions in the order of the fixed list, each once. */
export function inOrder(given: readonly string[]): Permission[] {
  return permissions.filter((permission) => given.includes(permission));
}

/** What each sort compares; never null. A name that was not chosen is empty on the wire, and so it is here. */
const sortColumns = {
  username: { column: sql`case when password_hash is null then '' else lower(username) end`, type: "text" },
  email: { column: sql`lower(email)`, type: "text" },
  last_seen: { column: sql`coalesce(last_seen_at, 'epoch'::timestamptz)`, type: "timestamptz" },
} as const satisfies Record<string, Omit<SortKey, "direction">>;

/** The keys of a sort; without one the longest there come first. */
function keysOf(sort: OperatorSort | undefined): SortKeys {
  const direction = sort?.startsWith("-") === true ? "desc" : "asc";
  const last: SortKey = { column: sql.ref("user_uuid"), type: "uuid", direction };
  const word = sort?.replace("-", "") as keyof typeof sortColumns | undefined;
  return word === undefined ? [last] : [{ ...sortColumns[word], direction }, last];
}

/** A page of a provider's operators, in the order that was asked for. */
export async function listOperatorRows(
  tx: Tx,
  providerUuid: string,
  { status, sort, ...wanted }: PageRequest & { status?: Operator["status"] | undefined; sort?: OperatorSort | undefined },
): Promise<Result<Page<Operator>, "parameterError">> {
  const all = operatorsOf(tx, providerUuid);
  return listPage(
    tx,
    {
      name: `operators.list-operators ${sort ?? ""}`,
      table: "app_user",
      base: status === undefined ? all : all.where("status", "=", status),
      keys: keysOf(sort),
      select: (page) => shownColumns(page, providerUuid),
      show: (row) => shown(row),
    },
    wanted,
  );
}

/** One operator of a provider. */
export async function operatorOf(tx: Tx, providerUuid: string, userUuid: string): Promise<Operator> {
  return shown(await shownColumns(operatorsOf(tx, providerUuid).where("user_uuid", "=", userUuid), providerUuid).executeTakeFirstOrThrow());
}
