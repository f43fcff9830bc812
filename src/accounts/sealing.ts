import type { Client } from "#src/api/client.ts";
import { getAesKey, getAesKeyLogin } from "./accounts.contract.ts";
import { sealPassword } from "./password-transport.rules.ts";

/** Passwords on their way, as many as were given and in their order, sealed with one key that is good once and for 60 s. */
export interface Sealed<P extends readonly string[]> {
  readonly key_id: string;
  readonly sealed: { readonly [I in keyof P]: string };
}

async function sealAll<P extends readonly string[]>(key: { key_id: string; aes_key: string }, passwords: P): Promise<Sealed<P>> {
  const sealed = await Promise.all(passwords.map((password) => sealPassword(password, key.aes_key)));
  return { key_id: key.key_id, sealed: sealed as unknown as Sealed<P>["sealed"] };
}

/**
 * Seals passwords with a key asked for now: `const { key_id, sealed: [password, confirm] } = await sealWithKey(client, one, other)`.
 * @throws CallProblem where no key comes
 */
export async function sealWithKey<P extends readonly string[]>(client: Client, ...passwords: P): Promise<Sealed<P>> {
  return sealAll(await client.call(getAesKey, {}, { isQuiet: true }), passwords);
}

/**
 * The same for signing in, with the key for a username.
 * @throws CallProblem where no key comes
 */
export async function sealForLogin(client: Client, username: string, password: string): Promise<{ key_id: string; sealed: string }> {
  const { key_id, aes_key } = await client.call(getAesKeyLogin, { username }, { isQuiet: true });
  return { key_id, sealed: await sealPassword(password, aes_key) };
}
