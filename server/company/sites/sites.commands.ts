import { sql } from "kysely";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { toComparableHost } from "#src/company/sites/sites.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { getViolatedUnique } from "#server/platform/db/violations.ts";
import { builtInSite } from "#server/platform/http/sites.queries.ts";
import type { SiteRow } from "#server/platform/http/sites.queries.ts";

/** The fields that a site administrator may set. */
export interface SiteFields {
  host: string;
  homepage_title: string;
  homepage_title_en: string;
  homepage_icon: string;
  main_function: "Homepage" | "Application";
  locale: "en_us" | "zh_cn";
  origin: string;
}

/** Returns the address of a site without what may follow its port. */
function toOrigin(address: string): string {
  return new URL(address).origin;
}

/**
 * Creates the two default sites, one for each port, if they are missing. One that nobody has edited follows the configured origin, which changes
 * with the port.
 * @param origins the external origins of the application and the home page
 */
export async function ensureDefaultSites(tx: Tx, origins: { application: string; homepage: string }, now: Date): Promise<void> {
  for (const isHomepage of [false, true]) {
    const origin = toOrigin(isHomepage ? origins.homepage : origins.application);
    await tx
      .insertInto("site")
      .values({ ...builtInSite(isHomepage), site_uuid: newId(), host: null, is_default: true, origin, created_at: now, updated_at: now })
      .onConflict((conflict) =>
        conflict
          .column("main_function")
          // a literal: the generic plan of a prepared statement finds no partial index by a parameter
          .where(sql<boolean>`is_default`)
          .doUpdateSet({ origin, updated_at: now })
          .where("site.version", "=", 1)
          .where("site.origin", "<>", origin),
      )
      .execute();
  }
}

/** Adds a site. `sites.hostTaken` if another has the host. */
export async function addSite(tx: Tx, fields: SiteFields, now: Date): Promise<Result<SiteRow, "sites.hostTaken">> {
  const row = await tx
    .insertInto("site")
    .values({
      ...fields,
      site_uuid: newId(),
      host: toComparableHost(fields.host),
      origin: toOrigin(fields.origin),
      is_default: false,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column("host").doNothing())
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? refuse("sites.hostTaken") : ok(row);
}

/** The fields of a site to change; absent fields stay. */
export type SiteChange = { [F in keyof SiteFields]?: SiteFields[F] | undefined } & { site_uuid: string; version: number };
type ChangeProblem = "notFound" | "changedMeanwhile" | "sites.hostTaken" | "sites.defaultFixed";

/** Changes a site if it has not changed since it was read. */
export async function changeSite(
  tx: Tx,
  { site_uuid, version, ...fields }: SiteChange,
  now: Date,
): Promise<Result<SiteRow, ChangeProblem>> {
  const before = await tx.selectFrom("site").selectAll().where("site_uuid", "=", site_uuid).forUpdate().executeTakeFirst();
  if (before === undefined) return refuse("notFound");
  if (before.version !== version) return refuse("changedMeanwhile");
  const changesFunction = fields.main_function !== undefined && fields.main_function !== before.main_function;
  if (before.is_default && (fields.host !== undefined || changesFunction)) return refuse("sites.defaultFixed");
  try {
    const row = await tx
      .updateTable("site")
      .set({
        ...fields,
        ...(fields.host === undefined ? {} : { host: toComparableHost(fields.host) }),
        ...(fields.origin === undefined ? {} : { origin: toOrigin(fields.origin) }),
        version: version + 1,
        updated_at: now,
      })
      .where("site_uuid", "=", site_uuid)
      .returningAll()
      .executeTakeFirstOrThrow();
    return ok(row);
  } catch (error) {
    if (getViolatedUnique(error) === "site_host_key") return refuse("sites.hostTaken");
    throw error;
  }
}

/** Deletes a site; a default one stays. Returns the deleted row. */
export async function removeSite(tx: Tx, siteUuid: string): Promise<Result<SiteRow, "notFound" | "sites.defaultStays">> {
  const removed = await tx.deleteFrom("site").where("site_uuid", "=", siteUuid).returningAll().executeTakeFirst();
  if (removed === undefined) return refuse("notFound");
  return removed.is_default ? refuse("sites.defaultStays") : ok(removed);
}
