import type { Client } from "#src/kit/api/client.ts";
import { getAesKey, getAesKeyLogin } from "./accounts.contract.ts";
import { withFreshKey } from "./fresh-key.ts";
import { sealPassword } from "./password-transport.rules.ts";

/**
 * Seals secrets with one key, which is valid once and for 60 s, and runs `work` with them. Retries once with a new key if it was used up or expired.
 * @param secrets by the name of the field that takes them
 * @throws CallProblem if no key can be fetched, or of `work`
 */
export async function withSealed<N extends string, T>(
  client: Client,
  secrets: Readonly<Record<N, string>>,
  work: (sealed: Readonly<Record<N, string>> & { readonly key_id: string }) => Promise<T>,
): Promise<T> {
  return withFreshKey(async () => {
    const { key_id, aes_key } = await client.call(getAesKey, {}, { isQuiet: true });
    const sealed = await Promise.all(
      Object.entries<string>(secrets).map(async ([name, secret]) => [name, await sealPassword(secret, aes_key)] as const),
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the keys just listed
    return work({ ...(Object.fromEntries(sealed) as Record<N, string>), key_id });
  });
}

/**
 * Seals a password for signing in, with the key for a username.
 * @throws CallProblem if no key can be fetched
 */
export async function sealForLogin(client: Client, username: string, password: string): Promise<{ key_id: string; sealed: string }> {
  const { key_id, aes_key } = await client.call(getAesKeyLogin, { username }, { isQuiet: true });
  return { key_id, sealed: await sealPassword(password, aes_key) };
}
