import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { areas } from "#src/kit/api/roles-and-permissions.ts";
import { getCsrfToken } from "#src/company/accounts/accounts.contract.ts";
import type { CallOptions, Client } from "#src/kit/api/client.ts";
import { CallProblem, createClient, newKey } from "#src/kit/api/client.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { handleProblem, say } from "./handle-problem.ts";

function getTokens(area: Area | null): { accessToken: string; csrfToken: string } | null {
  return area === null ? null : useSessions.getState().sessions[area];
}

function plainClient(area: Area | null): Client {
  return createClient({
    origin: "",
    tokens: () => getTokens(area),
    onProblem: (problem, _call, options) => handleProblem(area, problem, options),
  });
}

/** Fetches the CSRF token of the area's session if it was lost; concurrent callers share one request. */
const asking = new Map<Area, Promise<void>>();

/**
 * Ensures that an area's session has its CSRF token.
 * @throws CallProblem after showing 'csrf token error'
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
    if (error instanceof CallProblem && error.codeName !== "loginExpired") say("bad", clientTexts.csrfTokenError);
    throw error;
  }
}

/** A client that ensures its CSRF token before each call and fetches a new one when the server rejects it. */
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

/** The clients: one per area with that area's tokens, and one without tokens. */
export const clients: { readonly [A in Area]: Client } & { readonly nobody: Client } = {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the keys, and `areas` has all of them
  ...(Object.fromEntries(areas.map((area) => [area, withCsrf(area)])) as { [A in Area]: Client }),
  nobody: plainClient(null),
};
