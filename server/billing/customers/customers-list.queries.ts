import { sql } from "kysely";
import type { Page } from "#src/kit/api/list.ts";
import type { Customer, CustomerSort } from "#src/billing/customers/customers.contract.ts";
import { ok } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { PageRequest } from "#server/platform/db/list.ts";
import type { SortKey, SortKeys } from "#server/platform/db/list-keys.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { readFigures } from "./customer-figures.queries.ts";
import type { Figures } from "./customer-figures.queries.ts";

type Face = Omit<Customer, keyof Figures>;

interface Filters {
  readonly uuid?: string | undefined;
  readonly search?: string | undefined;
  readonly blocked?: boolean | undefined;
  readonly owes?: boolean | undefined;
}

/** The prepaid balance of a retailer, zero before the first entry. One lookup in the accounts' primary key per retailer. */
const balance = sql<number>`coalesce((
  select a.balance_cents from wallet_account a
  where a.provider_uuid = retailer_provider.provider_uuid and a.retailer_uuid = retailer_provider.retailer_uuid and a.account = 'balance'), 0)`;

/** Filters the provider's retailers. A provider has some thousands at most, so a substring search scans all names. */
function filterCustomers(tx: Tx, providerUuid: string, { uuid, search, blocked, owes }: Filters) {
  let base = tx
    .selectFrom("retailer_provider")
    .innerJoin("retailer", "retailer.retailer_uuid", "retailer_provider.retailer_uuid")
    .where("retailer_provider.provider_uuid", "=", providerUuid);
  if (uuid !== undefined) base = base.where("retailer_provider.retailer_uuid", "=", uuid);
  if (search !== undefined && search !== "") base = base.where(sql`lower(retailer.name)`, "like", sql`lower(${toLikePattern(search)})`);
  if (blocked !== undefined) base = base.where("retailer_provider.is_blocked", "=", blocked);
  if (owes !== undefined) base = base.where(sql<boolean>`(${balance} < 0) = ${owes}`);
  return base;
}

/** Builds a LIKE pattern that finds a text literally, anywhere in the value. */
function toLikePattern(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

const sortColumns = {
  name: { column: sql`lower(retailer.name)`, type: "text" },
  since: { column: sql.ref("retailer_provider.created_at"), type: "timestamptz" },
  balance: { column: balance, type: "bigint" },
} as const satisfies Record<string, Omit<SortKey, "direction">>;

function getSortKeys(sort: CustomerSort): SortKeys {
  const direction = sort.startsWith("-") ? "desc" : "asc";
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the call's schema allows only these words
  const word = sort.replace("-", "") as keyof typeof sortColumns;
  return [
    { ...sortColumns[word], direction },
    { column: sql.ref("retailer_provider.retailer_uuid"), type: "uuid", direction },
  ];
}

/** Lists a page of a provider's retailers with their figures, by name unless sorted otherwise. */
export async function listCustomerRows(
  tx: Tx,
  providerUuid: string,
  { uuid, search, blocked, owes, sort = "name", ...wanted }: PageRequest & Filters & { sort?: CustomerSort | undefined },
): Promise<Result<Page<Customer>, "parameterError">> {
  const page = await listPage(
    tx,
    {
      name: `customers.get-customers ${sort}`,
      table: "retailer_provider",
      base: filterCustomers(tx, providerUuid, { uuid, search, blocked, owes }),
      keys: getSortKeys(sort),
      select: (rows) =>
        rows.select([
          "retailer_provider.retailer_uuid",
          "retailer.name",
          "retailer.country_code",
          "retailer_provider.created_at",
          "retailer_provider.is_blocked",
        ]),
      show: ({ retailer_uuid, name, country_code, created_at, is_blocked }): Face => ({
        retailer_uuid,
        name,
        country_code,
        since: created_at.toISOString(),
        is_blocked,
      }),
    },
    wanted,
  );
  return page.ok ? ok({ ...page.value, result: await addFigures(tx, providerUuid, page.value.result) }) : page;
}

async function addFigures(tx: Tx, providerUuid: string, faces: readonly Face[]): Promise<Customer[]> {
  const uuids = faces.map(({ retailer_uuid }) => retailer_uuid);
  const figures = await readFigures(tx, providerUuid, uuids);
  return faces.flatMap((face) => {
    const own = figures.get(face.retailer_uuid);
    return own === undefined ? [] : [{ ...face, ...own }];
  });
}
