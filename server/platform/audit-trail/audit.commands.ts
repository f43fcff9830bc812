import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { platformUuid } from "#server/platform/db/row-security.ts";
import { sendUnawaited } from "#server/platform/db/connection.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { auditId } from "./audit-id.ts";

/** One audit entry: who did what to what. `detail` names no person; personal values go to `person`. */
export interface AuditNote {
  /** slice and action: `accounts.sign-in` */
  readonly action: string;
  readonly subjectType?: string;
  readonly subjectUuid?: string | null;
  readonly detail?: Readonly<Record<string, unknown>>;
  /** personal values, stored separately and erasable; the actor's name and address are added automatically */
  readonly person?: Readonly<Record<string, string>>;
  /** set if nobody is signed in yet, or if somebody other than the actor is meant */
  readonly by?: { providerUuid: string | null; retailerUuid: string | null; userUuid: string | null; username: string };
}

/** What a row stores of whoever is signed in. */
interface AuditActor {
  readonly username: string;
  readonly userUuid: string;
  readonly providerUuid: string | null;
  readonly retailerUuid: string | null;
  /** the provider's user who opened this support session */
  readonly openedBy: string | null;
}

interface AuditContext {
  readonly actor: AuditActor | null;
  readonly now: Date;
  readonly address: string;
}

/** Digests the personal values of a row with a salt, so that the digest reveals nothing once they are erased. */
export function personDigest(salt: Uint8Array, about: Readonly<Record<string, string>>): Buffer {
  const sorted = Object.entries(about).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(salt).update(JSON.stringify(sorted)).digest();
}

/** Removes what jsonb refuses and a user name may contain: the character NUL and half a surrogate pair. */
function storable<T extends object>(value: T): T {
  const clean = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a copy of the value with its texts cleaned has the value's shape
  return JSON.parse(JSON.stringify(value, (_key, inner: unknown) => (typeof inner === "string" ? clean(inner) : inner))) as T;
}

/** Writes one row of the audit log in the transaction that it describes: both are committed, or neither. */
export async function writeAudit(tx: Tx, context: AuditContext, note: AuditNote): Promise<void> {
  await writeAuditOfAll(tx, context, [note]);
}

/** Writes a row for each action of a batch, all at once, like `writeAudit`. @param notes some hundreds at most; may be empty */
export async function writeAuditOfAll(tx: Tx, context: AuditContext, notes: readonly AuditNote[]): Promise<void> {
  if (notes.length === 0) return;
  const rows = notes.map((note) => toRow(context, note));
  // Both tables in one statement: each scan of the stations writes an entry.
  sendUnawaited(
    tx,
    sql`with noted as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (provider_uuid uuid, audit_uuid uuid, at timestamptz, user_uuid uuid,
          retailer_uuid uuid, action text, subject_type text, subject_uuid uuid, detail jsonb, person_digest text, salt text, about jsonb)
      ), logged as (
        insert into audit_log (provider_uuid, audit_uuid, at, user_uuid, retailer_uuid, action, subject_type, subject_uuid, detail, person_digest)
        select provider_uuid, audit_uuid, at, user_uuid, retailer_uuid, action, subject_type, subject_uuid, detail, decode(person_digest, 'hex') from noted
      )
      insert into audit_person (provider_uuid, audit_uuid, user_uuid, retailer_uuid, salt, about)
      select provider_uuid, audit_uuid, user_uuid, retailer_uuid, decode(salt, 'hex'), about from noted`,
  );
}

/** The stored form of a note: its row of the log, and the personal values, which are stored apart from it. */
function toRow(context: AuditContext, note: AuditNote) {
  const by = note.by ?? {
    providerUuid: context.actor?.providerUuid ?? null,
    retailerUuid: context.actor?.retailerUuid ?? null,
    userUuid: context.actor?.openedBy ?? context.actor?.userUuid ?? null,
    username: context.actor?.username ?? "",
  };
  const about = storable({ username: by.username, address: context.address, ...note.person });
  const salt = randomBytes(16);
  return {
    provider_uuid: by.providerUuid ?? platformUuid,
    audit_uuid: auditId(context.now),
    at: context.now,
    user_uuid: by.userUuid,
    retailer_uuid: by.retailerUuid,
    action: note.action,
    subject_type: note.subjectType ?? "",
    subject_uuid: note.subjectUuid ?? null,
    detail: storable(note.detail ?? {}),
    person_digest: personDigest(salt, about).toString("hex"),
    salt: salt.toString("hex"),
    about,
  };
}

/**
 * Erases a person from the audit log: name and address in the rows of the person's own actions, and personal values in the rows of others' actions
 * on this account. The rows themselves stay, and their seals remain valid.
 * @param tx acts for the platform: a person may have worked with several providers
 * @returns the number of rows erased
 */
export async function erasePerson(tx: Tx, userUuid: string): Promise<number> {
  const { rows: acting } = await sql<{ kind: string | null }>`select acting_kind() as kind`.execute(tx);
  if (acting[0]?.kind !== "platform") throw new Error("audit: only the platform can erase a person, across all providers");
  const { rows } = await sql`
    with everywhere as (select provider_uuid from provider union all select ${platformUuid}::uuid),
         about_account as (
           select l.provider_uuid, l.audit_uuid from everywhere e
             join audit_log l on l.provider_uuid = e.provider_uuid and l.subject_uuid = ${userUuid}
         )
    delete from audit_person p using everywhere e
     where p.provider_uuid = e.provider_uuid
       and (p.user_uuid = ${userUuid} or (p.provider_uuid, p.audit_uuid) in (select provider_uuid, audit_uuid from about_account))
    returning 1 as erased`.execute(tx);
  return rows.length;
}
