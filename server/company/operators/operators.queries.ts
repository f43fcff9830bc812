import { sql } from "kysely";
import type { SelectQueryBuilder } from "kysely";
import { permissions } from "#src/kit/api/roles-and-permissions.ts";
import type { Permission } from "#src/kit/api/roles-and-permissions.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { BoundWarehouse, Operator, OperatorSort } from "#src/company/operators/operators.contract.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { PageRequest } from "#server/platform/db/list.ts";
import type { SortKey, SortKeys } from "#server/platform/db/list-keys.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import { selectBoundWarehouses } from "./bound-warehouses.queries.ts";

interface OperatorRow {
  user_uuid: string;
  username: string;
  display_name: string;
  email: string;
  status: Operator["status"];
  /** until then the name is a placeholder of ours */
  has_chosen_name: boolean;
  granted: string[];
  warehouses: BoundWarehouse[];
  last_seen_at: Date | null;
  version: number;
}

/** Selects the operators of a provider: users belong to no tenant by their key, but an operator belongs to one provider. */
export function selectOperators(tx: Tx, providerUuid: string) {
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
    .select(selectBoundWarehouses(providerUuid).as("warehouses"))
    .$castTo<O & OperatorRow>();
}

function shown({ user_uuid, display_name, email, status, last_seen_at, version, ...row }: OperatorRow): Operator {
  return {
    user_uuid,
    username: row.has_chosen_name ? row.username : "",
    display_name,
    email,
    status,
    permissions: sortPermissions(row.granted),
    warehouses: row.warehouses,
    last_seen_at: last_seen_at?.toISOString() ?? "",
    version,
  };
}

/** Sorts permissions in the order of the fixed list, without duplicates. */
export function sortPermissions(given: readonly string[]): Permission[] {
  return permissions.filter((permission) => given.includes(permission));
}

/** The value that each sort compares; never null. A name that was not chosen is empty on the wire, and so it is here. */
const sortColumns = {
  username: { column: sql`case when password_hash is null then '' else lower(username) end`, type: "text" },
  email: { column: sql`lower(email)`, type: "text" },
  last_seen: { column: sql`coalesce(last_seen_at, 'epoch'::timestamptz)`, type: "timestamptz" },
} as const satisfies Record<string, Omit<SortKey, "direction">>;

/** Returns the keys of a sort; by default the oldest operators come first. */
function getSortKeys(sort: OperatorSort | undefined): SortKeys {
  const direction = sort?.startsWith("-") === true ? "desc" : "asc";
  const last: SortKey = { column: sql.ref("user_uuid"), type: "uuid", direction };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the call's schema allows only these words
  const word = sort?.replace("-", "") as keyof typeof sortColumns | undefined;
  return word === undefined ? [last] : [{ ...sortColumns[word], direction }, last];
}

/** Returns a page of a provider's operators, in the requested order. */
export async function listOperatorRows(
  tx: Tx,
  providerUuid: string,
  { status, sort, ...wanted }: PageRequest & { status?: Operator["status"] | undefined; sort?: OperatorSort | undefined },
): Promise<Result<Page<Operator>, "parameterError">> {
  const all = selectOperators(tx, providerUuid);
  return listPage(
    tx,
    {
      name: `operators.list-operators ${sort ?? ""}`,
      table: "app_user",
      base: status === undefined ? all : all.where("status", "=", status),
      keys: getSortKeys(sort),
      select: (page) => shownColumns(page, providerUuid),
      show: (row) => shown(row),
    },
    wanted,
  );
}

/** Returns one operator of a provider. */
export async function readOperator(tx: Tx, providerUuid: string, userUuid: string): Promise<Operator> {
  return shown(
    await shownColumns(selectOperators(tx, providerUuid).where("user_uuid", "=", userUuid), providerUuid).executeTakeFirstOrThrow(),
  );
}
