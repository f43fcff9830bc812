import type { Area } from "#src/api/actors.ts";
import { areas } from "#src/api/actors.ts";
import { getCsrfToken } from "#src/accounts/accounts.contract.ts";
import type { CallOptions, Client } from "#src/api/client.ts";
import { CallProblem, createClient, newKey } from "#src/api/client.ts";
import { ownTexts } from "#src/api/own-texts.ts";
import { useSessions } from "#src/session/session.store.ts";
import { hearProblem, say } from "./problems.ts";

function tokensOf(area: Area | null): { accessToken: string; csrfToken: string } | null {
  return area === null ? null : useSessions.getState().sessions[area];
}

function plainClient(area: Area | null): Client {
  return createClient({
    origin: "",
    tokens: () => tokensOf(area),
    onProblem: (problem, _call, options) => hearProblem(area, problem, options),
  });
}

/** Asks for the CSRF token of the area's session where it was lost. One question at a time. */
const asking = new Map<Area, Promise<void>>();

/**
 * Makes sure that an area's session has its CSRF token.
 * @throws CallProblem, after saying 'csrf token error'
 */
async function ensureCsrf(area: Area, client: Client): Promise<void> {
  const session = useSessions.getState().sessions[area];
  if (session === null || session.csrfToken !== "") return;
  const running = asking.get(area) ?? fetchCsrf(area, client).finally(() => asking.delete(area));
  asking.set(area, running);
  return running;
}

async function fetchCsrf(area: Area, client: Client): Promise<void> {
  try {
    const { csrf_token } = await client.call(getCsrfToken, {}, { isQuiet: true });
    useSessions.getState().change(area, { csrfToken: csrf_token });
  } catch (error) {
    if (error instanceof CallProblem && error.codeName !== "loginExpired") say("bad", ownTexts.csrfTokenError);
    throw error;
  }
}

/** A client that has its CSRF token before each call, and asks for a new one when the server does not take it. */
function withCsrf(area: Area): Client {
  const client = plainClient(area);
  async function guarded<T>(given: CallOptions, work: (options: CallOptions) => Promise<T>): Promise<T> {
    const options = { idempotencyKey: newKey(), ...given };
    await ensureCsrf(area, client);
    try {
      return await work(options);
    } catch (error) {
      if (!(error instanceof CallProblem) || error.codeName !== "csrfTokenError") throw error;
      useSessions.getState().change(area, { csrfToken: "" });
      await ensureCsrf(area, client);
      return await work(options);
    }
  }
  return {
    call: (call, input, given = {}) => guarded(given, (options) => client.call(call, input, options)),
    file: (call, input, given = {}) => guarded(given, (options) => client.file(call, input, options)),
  };
}

/** The clients: one an area with its own tokens, and one for nobody. */
export const clients: { readonly [A in Area]: Client } & { readonly nobody: Client } = {
  ...(Object.fromEntries(areas.map((area) => [area, withCsrf(area)])) as { [A in Area]: Client }),
  nobody: plainClient(null),
};
