import { sql } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";
import { personDigest } from "#server/platform/audit-trail/audit.commands.ts";
import { buildFirstLink, SealHash, withSealed } from "./audit-seal.ts";
import type { SealedRow } from "./audit-seal.ts";

/** The result of verifying a provider's log. */
export interface AuditVerdict {
  readonly seals: number;
  readonly sealedRows: number;
  /** the number of the first broken seal; null if all are valid */
  readonly firstBroken: number | null;
  /** every broken seal, in order */
  readonly broken: readonly number[];
}

const batchSize = 10_000;

interface Seal {
  readonly hash: Buffer;
  readonly previous_hash: Buffer;
  readonly row_count: number;
  /** the hash of its rows so far; null once it has all of them */
  running: SealHash | null;
}

interface VerifiedRow extends SealedRow {
  seal_number: number;
  salt: Buffer | null;
  about: Record<string, string> | null;
}

/** Returns the providers whose log has been sealed; acts for the platform. */
export async function listSealedProviders(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom("audit_seal").select("provider_uuid").distinct().execute();
  return rows.map((row) => row.provider_uuid);
}

/** Reads the seals by number, and those that do not follow their predecessor. */
async function readSeals(tx: Tx, providerUuid: string): Promise<{ seals: Map<number, Seal>; broken: Set<number> }> {
  const rows = await tx
    .selectFrom("audit_seal")
    .select(["seal_number", "hash", "previous_hash", "row_count"])
    .where("provider_uuid", "=", providerUuid)
    .orderBy("seal_number")
    .execute();
  const seals = new Map<number, Seal>();
  const broken = new Set<number>();
  let previous = { number: 0, hash: buildFirstLink(providerUuid) };
  for (const { seal_number: number, ...seal } of rows) {
    if (number !== previous.number + 1 || !seal.previous_hash.equals(previous.hash)) broken.add(number);
    seals.set(number, { ...seal, running: new SealHash(seal.previous_hash) });
    previous = { number, hash: seal.hash };
  }
  return { seals, broken };
}

/** Reads the next sealed rows by key. Rows of several seals are mixed if some were committed late. */
async function sealedRows(tx: Tx, providerUuid: string, after: string | null): Promise<VerifiedRow[]> {
  let rows = withSealed(tx.selectFrom("audit_log"))
    .select([
      "audit_log.seal_number",
      sql`(select p.salt from audit_person p where p.provider_uuid = audit_log.provider_uuid and p.audit_uuid = audit_log.audit_uuid)`.as(
        "salt",
      ),
      sql`(select p.about from audit_person p where p.provider_uuid = audit_log.provider_uuid and p.audit_uuid = audit_log.audit_uuid)`.as(
        "about",
      ),
    ])
    .where("audit_log.provider_uuid", "=", providerUuid)
    .where("audit_log.seal_number", "is not", null);
  if (after !== null) rows = rows.where("audit_log.audit_uuid", ">", after);
  return rows.orderBy("audit_log.audit_uuid").limit(batchSize).$castTo<VerifiedRow>().execute();
}

/** Whether the stored personal values match their digest; erased values cannot be compared. */
function personHolds({ salt, about, person_digest }: VerifiedRow): boolean {
  return salt === null || about === null || personDigest(salt, about).toString("hex") === person_digest;
}

/** Adds a row to its seal's hash; false if it does not fit the seal. */
function take(seal: Seal | undefined, row: VerifiedRow): boolean {
  if (seal === undefined || seal.running === null) return false;
  seal.running.add(row);
  if (seal.running.rowCount < seal.row_count) return true;
  const holds = seal.running.digest().equals(seal.hash);
  seal.running = null;
  return holds;
}

/**
 * Verifies the chain of a provider's log. A seal is broken if one of its rows was changed, removed or inserted later, if personal values were
 * changed (not: erased), or if it does not follow its predecessor. Not detectable from within: removal of the last seals together with their rows.
 * @param tx acts for the provider's staff or the platform
 */
export async function verifyAudit(tx: Tx, providerUuid: string): Promise<AuditVerdict> {
  const { seals, broken } = await readSeals(tx, providerUuid);
  let sealedCount = 0;
  let after: string | null = null;
  for (;;) {
    const rows: VerifiedRow[] = await sealedRows(tx, providerUuid, after);
    for (const row of rows) if (!take(seals.get(row.seal_number), row) || !personHolds(row)) broken.add(row.seal_number);
    sealedCount += rows.length;
    after = rows.at(-1)?.audit_uuid ?? after;
    if (rows.length < batchSize) break;
  }
  // A row is missing if the hash is still running.
  for (const [number, { running }] of seals) if (running !== null) broken.add(number);
  const inOrder = [...broken].toSorted((a, b) => a - b);
  return { seals: seals.size, sealedRows: sealedCount, firstBroken: inOrder[0] ?? null, broken: inOrder };
}
