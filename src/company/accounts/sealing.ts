import type { Client } from "#src/kit/api/client.ts";
import { getAesKey, getAesKeyLogin } from "./accounts.contract.ts";
import { sealPassword } from "./password-transport.rules.ts";

/** Sealed passwords in the order given, all with one key that is valid once and for 60 s. */
export interface Sealed<P extends readonly string[]> {
  readonly key_id: string;
  readonly sealed: { readonly [I in keyof P]: string };
}

async function sealAll<P extends readonly string[]>(key: { key_id: string; aes_key: string }, passwords: P): Promise<Sealed<P>> {
  const sealed = await Promise.all(passwords.map((password) => sealPassword(password, key.aes_key)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields were sealed one by one under the same names
  return { key_id: key.key_id, sealed: sealed as unknown as Sealed<P>["sealed"] };
}

/**
 * Requests a key and seals passwords with it: `const { key_id, sealed: [password, confirm] } = await sealWithKey(client, one, other)`.
 * @throws CallProblem if no key can be fetched
 */
export async function sealWithKey<P extends readonly string[]>(client: Client, ...passwords: P): Promise<Sealed<P>> {
  return sealAll(await client.call(getAesKey, {}, { isQuiet: true }), passwords);
}

/**
 * Seals a password for signing in, with the key for a username.
 * @throws CallProblem if no key can be fetched
 */
export async function sealForLogin(client: Client, username: string, password: string): Promise<{ key_id: string; sealed: string }> {
  const { key_id, aes_key } = await client.call(getAesKeyLogin, { username }, { isQuiet: true });
  return { key_id, sealed: await sealPassword(password, aes_key) };
}
