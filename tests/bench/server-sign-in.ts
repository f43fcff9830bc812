import { getAesKeyLogin, signIn } from "#src/company/accounts/accounts.contract.ts";
import { sealPassword } from "#src/company/accounts/password-transport.rules.ts";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { apiPrefix } from "#src/kit/api/address.ts";
import type { Call, OutputOf } from "#src/kit/api/define-call.ts";
import { demoAccounts, demoPassword } from "#server/demo.ts";

export interface Visitor {
  username: string;
  area: Area;
}

/** The demo's users: concurrent sign-ins use different accounts, otherwise they would wait for the same row. */
export const visitors: readonly Visitor[] = demoAccounts.map(({ username, area }) => ({ username, area }));

/** Sends a request and returns the answer; the path includes the query. */
export type Send = (method: Call["method"], path: string, body?: string) => Promise<string>;

/** Signs in like a page: fetches a key, seals the password, sends it. @throws Error if refused */
export async function signInAs({ username, area }: Visitor, send: Send): Promise<OutputOf<typeof signIn>> {
  const { key_id, aes_key } = dataOf<typeof getAesKeyLogin>(await send("GET", `${pathOf(getAesKeyLogin)}?username=${username}`));
  const password = await sealPassword(demoPassword, aes_key);
  return dataOf<typeof signIn>(await send("POST", pathOf(signIn), JSON.stringify({ username, password, key_id, area })));
}

/** Returns a call's path on the wire. */
export function pathOf({ path }: Call): string {
  return apiPrefix + path;
}

/** Returns the data of a successful answer. @throws Error if it is not */
export function dataOf<C extends Call>(answer: string): OutputOf<C> {
  const { code, data } = JSON.parse(answer) as { code: number; data: OutputOf<C> };
  if (code !== 200) throw new Error(`bench: refused: ${answer}`);
  return data;
}

/** Sends over HTTP with kept connections. */
export function overHttp(origin: string): Send {
  return async (method, path, body) => {
    const reply = await fetch(origin + path, {
      method,
      ...(body === undefined ? {} : { body, headers: { "content-type": "application/json" } }),
    });
    return reply.text();
  };
}
