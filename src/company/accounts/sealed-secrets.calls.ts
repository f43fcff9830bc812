import { getAesKey } from "./accounts.contract.ts";
import { sealPassword } from "./password-transport.rules.ts";
import type { Client } from "#src/kit/api/client.ts";
import { CallProblem } from "#src/kit/api/client.ts";

/**
 * Seals secrets with one key, which is valid once and for a minute, and runs `work` with them. Retries once with a new key if it was used up.
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
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the keys just listed
    return work({ ...(Object.fromEntries(sealed) as Record<N, string>), key_id });
  };
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof CallProblem) || error.codeName !== "keyExpired") throw error;
    return attempt();
  }
}
