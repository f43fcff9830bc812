import { randomBytes } from "node:crypto";
import { openPassword } from "#src/company/accounts/password-transport.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { Services } from "#server/platform/services.ts";

type Keys = Pick<Services, "database" | "secrets">;

const purpose = "accounts.aes-key";
const lifeMs = 60_000;

/** Creates a key of 256 bits that encrypts passwords in transit: base64, valid once and for 60 s. Stored sealed. The caller must act as `anonymous`. */
export async function issueAesKey(tx: Tx, { secrets }: Pick<Services, "secrets">, now: Date): Promise<{ keyId: string; aesKey: string }> {
  const keyId = newId();
  const aesKey = randomBytes(32).toString("base64");
  await tx
    .insertInto("aes_key")
    .values({ key_id: keyId, sealed_key: secrets.seal(aesKey, purpose), expires_at: new Date(now.getTime() + lifeMs) })
    .execute();
  return { keyId, aesKey };
}

/** Uses a key up in this transaction, which must act as `anonymous`: base64, or null if it is unknown, used or expired. */
export async function takeKeyIn(tx: Tx, { secrets }: Pick<Services, "secrets">, keyId: string, now: Date): Promise<string | null> {
  const row = await tx.deleteFrom("aes_key").where("key_id", "=", keyId).returning(["sealed_key", "expires_at"]).executeTakeFirst();
  return row === undefined || row.expires_at <= now ? null : secrets.open(row.sealed_key, purpose).toString();
}

/**
 * Uses a key up in a transaction of its own, so that it stays used whatever comes after.
 * @returns the key in base64 for `openPassword`, or null if it is unknown, used or expired: `keyExpired`
 */
export async function takeKey(services: Keys, keyId: string, now: Date): Promise<string | null> {
  return services.database.transaction(anonymous, (tx) => takeKeyIn(tx, services, keyId, now));
}

/** Reads a key without using it up: for a call that is answered once for each Idempotency-Key, whose second request finds the key used up. */
export async function peekKey({ database, secrets }: Keys, keyId: string, now: Date): Promise<string | null> {
  const row = await database.transaction(anonymous, (tx) =>
    tx.selectFrom("aes_key").select("sealed_key").where("key_id", "=", keyId).where("expires_at", ">", now).executeTakeFirst(),
  );
  return row === undefined ? null : secrets.open(row.sealed_key, purpose).toString();
}

/** Decrypts the passwords of a form, all sealed with the one key. Null if one of them was not: no client of ours sends that. */
export async function openPasswords<N extends string>(
  sealed: Readonly<Record<N, string>>,
  aesKey: string,
): Promise<Record<N, string> | null> {
  const opened: [string, string][] = [];
  for (const [name, text] of Object.entries<string>(sealed)) {
    const password = await openPassword(text, aesKey);
    if (password === null) return null;
    opened.push([name, password]);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the keys just listed
  return Object.fromEntries(opened) as Record<N, string>;
}
