import { getAesKeyLogin, signIn } from "#src/accounts/accounts.contract.ts";
import { sealPassword } from "#src/accounts/password-transport.rules.ts";
import type { Area } from "#src/api/actors.ts";
import { apiPrefix } from "#src/api/address.ts";
import type { Call, OutputOf } from "#src/api/define-call.ts";
import { demoAccounts, demoPassword } from "#server/demo.ts";

export interface Visitor {
  username: string;
  area: Area;
}

/** The demo's people: who signs in at once signs in to another's account, or each would wait for the other's row. */
export const visitors: readonly Visitor[] = demoAccounts.map(({ username, area }) => ({ username, area }));

/** Sends a request and gives what was answered; the query goes with the path. */
export type Send = (method: Call["method"], path: string, body?: string) => Promise<string>;

/** Signs in as a page does: asks for a key, seals the password, sends it. @throws Error where that is refused */
export async function signInAs({ username, area }: Visitor, send: Send): Promise<OutputOf<typeof signIn>> {
  const { key_id, aes_key } = dataOf<typeof getAesKeyLogin>(await send("GET", `${pathOf(getAesKeyLogin)}?username=${username}`));
  const password = await sealPassword(demoPassword, aes_key);
  return dataOf<typeof signIn>(await send("POST", pathOf(signIn), JSON.stringify({ username, password, key_id, area })));
}

/** The path that a call has on the wire. */
export function pathOf({ path }: Call): string {
  return apiPrefix + path;
}

/** What a successful answer brought. @throws Error where it is none */
export function dataOf<C extends Call>(answer: string): OutputOf<C> {
  const { code, data } = JSON.parse(answer) as { code: number; data: OutputOf<C> };
  if (code !== 200) throw new Error(`bench: refused: ${answer}`);
  return data;
}

/** Sends over HTTP, on connections that are kept. */
export function overHttp(origin: string): Send {
  return async (method, path, body) => {
    const reply = await fetch(origin + path, {
      method,
      ...(body === undefined ? {} : { body, headers: { "content-type": "application/json" } }),
    });
    return reply.text();
  };
}
