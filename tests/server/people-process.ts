import { getAesKeyLogin, signIn } from "#src/company/accounts/accounts.contract.ts";
import { sealPassword } from "#src/company/accounts/password-transport.rules.ts";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { createClient } from "#src/kit/api/client.ts";
import type { Client } from "#src/kit/api/client.ts";
import { demoPassword } from "#server/demo.ts";

export interface Tokens {
  accessToken: string;
  csrfToken: string;
}

/** A signed-in user who makes calls like our client. */
export interface SignedIn {
  readonly username: string;
  readonly tokens: Tokens;
  readonly client: Client;
}

/** Creates the client of an anonymous user. */
export function strangerAt(origin: string): Client {
  return createClient({ origin, tokens: () => null });
}

/**
 * Signs in over HTTP.
 * @throws CallProblem if refused
 */
export async function signInAt(origin: string, username: string, area: Area, password: string = demoPassword): Promise<SignedIn> {
  const stranger = strangerAt(origin);
  const { key_id, aes_key } = await stranger.call(getAesKeyLogin, { username });
  const answer = await stranger.call(signIn, { username, password: await sealPassword(password, aes_key), key_id, area });
  const tokens = { accessToken: answer.access_token, csrfToken: answer.csrf_token };
  return { username, tokens, client: createClient({ origin, tokens: () => tokens }) };
}
