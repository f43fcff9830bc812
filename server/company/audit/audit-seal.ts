import { createHash } from "node:crypto";
import type { Hash } from "node:crypto";
import { sql } from "kysely";
import type { SelectQueryBuilder } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";

/** Maximum rows of one seal. */
export const rowsPerSeal = 10_000;

/** The columns of a row that never change, as texts that the database writes in one way only. */
export interface SealedRow {
  audit_uuid: string;
  at: string;
  retailer_uuid: string | null;
  user_uuid: string | null;
  action: string;
  subject_type: string;
  subject_uuid: string | null;
  detail: string;
  person_digest: string | null;
}

type AuditLog = SelectQueryBuilder<DB, "audit_log", object>;

/** Adds the sealed columns to rows of the log. */
export function withSealed<O>(rows: AuditLog & SelectQueryBuilder<DB, "audit_log", O>): SelectQueryBuilder<DB, "audit_log", O & SealedRow> {
  return rows
    .select([
      "audit_log.audit_uuid",
      "audit_log.retailer_uuid",
      "audit_log.user_uuid",
      "audit_log.action",
      "audit_log.subject_type",
      "audit_log.subject_uuid",
      // To the microsecond; and jsonb as the database stores it, because JavaScript would round long numbers.
      sql`to_char(audit_log.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`.as("at"),
      sql`audit_log.detail::text`.as("detail"),
      sql`encode(audit_log.person_digest, 'hex')`.as("person_digest"),
    ])
    .$castTo<O & SealedRow>();
}

/** The start of a provider's chain, so that no other provider's can replace it. */
export function buildFirstLink(providerUuid: string): Buffer {
  return createHash("sha256").update(`quayside audit ${providerUuid}`).digest();
}

/** The running hash of a seal: sha256 of the previous seal and a line of JSON for each row, in the order of their keys. */
export class SealHash {
  readonly #hash: Hash;
  rowCount = 0;

  constructor(previous: Uint8Array) {
    this.#hash = createHash("sha256").update(previous);
  }

  /** Adds the next row. */
  add(row: SealedRow): void {
    const { audit_uuid, at, retailer_uuid, user_uuid, action, subject_type, subject_uuid, detail, person_digest } = row;
    const line = JSON.stringify([audit_uuid, at, retailer_uuid, user_uuid, action, subject_type, subject_uuid, detail, person_digest]);
    this.#hash.update(line).update("\n");
    this.rowCount += 1;
  }

  digest(): Buffer {
    return this.#hash.digest();
  }
}

/** Returns the providers with unsealed rows; acts for the platform. Skips from one to the next in the index of unsealed rows. */
export async function listProvidersToSeal(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ provider_uuid: string }>`
    with recursive waiting (provider_uuid) as (
      (select provider_uuid from audit_log where seal_number is null order by provider_uuid limit 1)
      union all
      select (select l.provider_uuid from audit_log l where l.seal_number is null and l.provider_uuid > waiting.provider_uuid
               order by l.provider_uuid limit 1)
        from waiting where waiting.provider_uuid is not null
    )
    select provider_uuid from waiting where provider_uuid is not null`.execute(tx);
  return rows.map(({ provider_uuid }) => provider_uuid);
}

async function lastSeal(tx: Tx, providerUuid: string): Promise<{ number: number; hash: Buffer }> {
  const last = await tx
    .selectFrom("audit_seal")
    .select(["seal_number", "hash"])
    .where("provider_uuid", "=", providerUuid)
    .orderBy("seal_number", "desc")
    .limit(1)
    .executeTakeFirst();
  return last === undefined ? { number: 0, hash: buildFirstLink(providerUuid) } : { number: last.seal_number, hash: last.hash };
}

/**
 * Seals a provider's oldest unsealed rows; acts for the platform. Oldest by key, which begins with the time (audit-id.ts). A row that is committed
 * late gets into a later seal.
 * @returns how many rows were sealed: fewer than `limit` if none is left
 */
export async function sealRows(tx: Tx, providerUuid: string, now: Date, limit: number = rowsPerSeal): Promise<number> {
  // One at a time, so that a job that was thought dead and its successor make one chain.
  await sql`select pg_advisory_xact_lock(hashtext('audit.seal'), hashtext(${providerUuid}))`.execute(tx);
  const rows = await withSealed(tx.selectFrom("audit_log"))
    .where("audit_log.provider_uuid", "=", providerUuid)
    .where("audit_log.seal_number", "is", null)
    .orderBy("audit_log.audit_uuid")
    .limit(limit)
    .execute();
  if (rows.length === 0) return 0;
  const previous = await lastSeal(tx, providerUuid);
  const seal = new SealHash(previous.hash);
  for (const row of rows) seal.add(row);
  const number = previous.number + 1;
  await tx
    .insertInto("audit_seal")
    .values({
      provider_uuid: providerUuid,
      seal_number: number,
      sealed_at: now,
      row_count: rows.length,
      previous_hash: previous.hash,
      hash: seal.digest(),
    })
    .execute();
  const uuids = rows.map(({ audit_uuid }) => audit_uuid);
  const stamped = await sql<{ stamped: number }>`select stamp_audit_seal(${providerUuid}, ${number}, ${uuids}::uuid[]) as stamped`.execute(
    tx,
  );
  if (stamped.rows[0]?.stamped !== rows.length)
    throw new Error(`audit: ${rows.length} rows to seal, ${String(stamped.rows[0]?.stamped)} stamped`);
  return rows.length;
}
