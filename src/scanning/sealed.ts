import { getAesKey } from "#src/accounts/accounts.contract.ts";
import { sealPassword } from "#src/accounts/password-transport.rules.ts";
import type { Client } from "#src/api/client.ts";
import { CallProblem } from "#src/api/client.ts";

/**
 * Does something with secrets that are sealed for their way, each with the same key, which is good once and for a minute. One that was used up is asked
 * for anew.
 * @throws CallProblem
 */
export async function withSealed<N extends string, T>(
  client: Client,
  secrets: Readonly<Record<N, string>>,
  work: (sealed: Readonly<Record<N, string>> & { readonly key_id: string }) => Promise<T>,
): Promise<T> {
  const attempt = async (): Promise<T> => {
    const { key_id, aes_key } = await client.call(getAesKey, {}, { isQuiet: true });
    const sealed = await Promise.all(
      Object.entries<string>(secrets).map(async ([name, secret]) => [name, await sealPassword(secret, aes_key)] as const),
    );
    return work({ ...(Object.fromEntries(sealed) as Record<N, string>), key_id });
  };
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof CallProblem) || error.codeName !== "keyExpired") throw error;
    return attempt();
  }
}
