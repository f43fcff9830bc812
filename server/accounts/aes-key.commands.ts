import { randomBytes } from "node:crypto";
import { openPassword } from "#src/accounts/password-transport.rules.ts";
import { newId } from "#server/clock.ts";
import { gate } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import type { Services } from "#server/services.ts";

type Keys = Pick<Services, "database" | "secrets">;

const purpose = "accounts.aes-key";
const lifeMs = 60_000;

/** Makes a key of 256 bits for passwords on their way: base64, good once and for 60 s. Stored sealed. Wants the gate. */
export async function newKey(tx: Tx, { secrets }: Pick<Services, "secrets">, now: Date): Promise<{ keyId: string; aesKey: string }> {
  const keyId = newId();
  const aesKey = randomBytes(32).toString("base64");
  await tx
    .insertInto("aes_key")
    .values({ key_id: keyId, sealed_key: secrets.seal(aesKey, purpose), expires_at: new Date(now.getTime() + lifeMs) })
    .execute();
  return { keyId, aesKey };
}

/** Uses a key up in this transaction, which must act for the gate: base64, or null where it is unknown, used or too old. */
export async function takeKeyIn(tx: Tx, { secrets }: Pick<Services, "secrets">, keyId: string, now: Date): Promise<string | null> {
  const row = await tx.deleteFrom("aes_key").where("key_id", "=", keyId).returning(["sealed_key", "expires_at"]).executeTakeFirst();
  return row === undefined || row.expires_at <= now ? null : secrets.open(row.sealed_key, purpose).toString();
}

/**
 * Uses a key up in a transaction of its own, so that it stays used whatever comes after.
 * @returns the key in base64 for `openPassword`, or null where it is unknown, used or too old: `keyExpired`
 */
export async function takeKey(services: Keys, keyId: string, now: Date): Promise<string | null> {
  return services.database.transaction(gate, (tx) => takeKeyIn(tx, services, keyId, now));
}

/** Looks at a key and leaves it: for a call that is answered once for each Idempotency-Key, whose second request finds the key used up. */
export async function peekKey({ database, secrets }: Keys, keyId: string, now: Date): Promise<string | null> {
  const row = await database.transaction(gate, (tx) =>
    tx.selectFrom("aes_key").select("sealed_key").where("key_id", "=", keyId).where("expires_at", ">", now).executeTakeFirst(),
  );
  return row === undefined ? null : secrets.open(row.sealed_key, purpose).toString();
}

/** Opens the passwords of a form, all sealed with the one key. Null where one of them was not: no client of ours sends that. */
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
  return Object.fromEntries(opened) as Record<N, string>;
}
