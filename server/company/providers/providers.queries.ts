import { sql } from "kysely";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { PageRequest, Placed } from "#server/platform/db/list.ts";

/** What a supplier shows to anybody. */
export interface PublicProvider {
  provider_uuid: string;
  name: string;
  country_code: string;
  introduction: string;
}

const mostAtOnce = 1000;
const face = ["provider_uuid", "name", "country_code", "introduction"] as const;
const byName = { column: sql`lower(name)`, type: "text", direction: "asc" } as const;

function openOnes(tx: Tx) {
  return tx.selectFrom("provider").where("is_open_for_sign_up", "=", true);
}

/** Returns uuid and name of the suppliers open for sign-up, by name: at most 1,000. */
export async function listOpenProviders(tx: Tx): Promise<{ provider_uuid: string; name: string }[]> {
  return openOnes(tx).select(["provider_uuid", "name"]).orderBy(byName.column).limit(mostAtOnce).execute();
}

/** Builds a LIKE pattern that finds a literal text anywhere in the value. */
function anywhere(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Returns a page of them; `name` matches a part of it, ignoring case. */
export async function openProviders(
  tx: Tx,
  { name, ...wanted }: PageRequest & { name?: string | undefined },
): Promise<Result<Page<PublicProvider>, "parameterError">> {
  const all = openOnes(tx);
  return listPage(
    tx,
    {
      name: "providers.query-list",
      table: "provider",
      base: name === undefined || name === "" ? all : all.where("name", "ilike", anywhere(name)),
      keys: [byName],
      select: (page) => page.select(face),
      show: ({ position: _position, ...provider }: PublicProvider & Placed) => provider,
    },
    wanted,
  );
}

/** Returns the supplier of exactly this name, if it is open for sign-up. */
export async function openProviderNamed(tx: Tx, name: string): Promise<PublicProvider[]> {
  return openOnes(tx).select(face).where("name", "=", name).execute();
}

/** Returns the relation between a retailer and a supplier; null if there is none. */
export async function findRelation(tx: Tx, retailerUuid: string, providerUuid: string): Promise<{ is_blocked: boolean } | null> {
  const relation = await tx
    .selectFrom("retailer_provider")
    .select("is_blocked")
    .where("provider_uuid", "=", providerUuid)
    .where("retailer_uuid", "=", retailerUuid)
    .executeTakeFirst();
  return relation ?? null;
}

/** Returns the suppliers that a retailer works with, by name; also those closed for sign-up. */
export async function listProvidersOfRetailer(
  tx: Tx,
  retailerUuid: string,
): Promise<{ provider_uuid: string; name: string; is_blocked: boolean }[]> {
  return tx
    .selectFrom("retailer_provider")
    .innerJoin("provider", "provider.provider_uuid", "retailer_provider.provider_uuid")
    .select(["provider.provider_uuid", "provider.name", "retailer_provider.is_blocked"])
    .where("retailer_provider.retailer_uuid", "=", retailerUuid)
    .orderBy(byName.column)
    .execute();
}
