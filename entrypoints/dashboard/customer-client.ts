import type { CallAddress } from "#src/kit/api/address.ts";
import type { CallOptions, Client } from "#src/kit/api/client.ts";
import { CallProblem, createClient, newKey } from "#src/kit/api/client.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { getProblemTexts } from "#src/kit/api/problem.rules.ts";
import { call } from "#src/collector/jobs/background-calls.ts";
import type { DeviceSession } from "#src/pro/entitlement/pro-status.rules.ts";
import { serverOrigin } from "#src/pro/entitlement/server-origin.ts";
import { useSettings } from "#src/collector/settings/settings.store.ts";
import { useToasts } from "#src/kit/ui/toast.store.ts";

/** What the server says of a session that is over. */
const overWords: readonly (CodeName | null)[] = ["loginExpired", "notSignedIn", "noLoginInformation", "csrfTokenError"];

/** The session that the background opened for this page; it is stored nowhere. */
let session: DeviceSession | null = null;
let opening: Promise<DeviceSession> | null = null;
let timesForgotten = 0;

/** There is no session, and the panel of Pro says why. */
function noSession(): CallProblem {
  return new CallProblem("refusal", 0, { code: 0, msg: clientTexts.deviceSessionMissing, data: null });
}

async function open(): Promise<DeviceSession> {
  const opened = await call("pro.openSession", {});
  if (opened === null) throw noSession();
  return opened;
}

/** Opens a session if there is none: one for all calls that wait. A session that was dropped while it was opened is not used. */
async function ensureSession(): Promise<void> {
  if (session !== null) return;
  const era = timesForgotten;
  opening ??= open();
  const mine = opening;
  try {
    const opened = await mine;
    if (era !== timesForgotten) throw noSession();
    session = opened;
  } finally {
    if (opening === mine) opening = null;
  }
}

/** Forgets the session, one that is being opened too: another account may be linked. */
export function forgetSession(): void {
  session = null;
  opening = null;
  timesForgotten += 1;
}

const plain = createClient({
  origin: serverOrigin,
  tokens: () => (session === null ? null : { accessToken: session.access_token, csrfToken: session.csrf_token }),
});

/** Says what failed where no screen says it in place. */
function hear(error: unknown, { method }: CallAddress, { isQuiet = false }: CallOptions): void {
  if (isQuiet || method === "GET" || !(error instanceof CallProblem)) return;
  const texts = getProblemTexts(error);
  if (texts !== null) useToasts.getState().show("bad", texts[useSettings.getState().settings.language]);
}

async function guarded<T>(address: CallAddress, given: CallOptions, work: (options: CallOptions) => Promise<T>): Promise<T> {
  const options = { idempotencyKey: newKey(), ...given };
  const attempt = async () => {
    await ensureSession();
    return work(options);
  };
  try {
    const answer = await attempt().catch((error: unknown) => {
      if (!(error instanceof CallProblem) || !overWords.includes(error.codeName)) throw error;
      session = null;
      return attempt();
    });
    // What was changed may change what this browser has: it asks at once.
    if (address.method !== "GET") void call("pro.renew", {});
    return answer;
  } catch (error) {
    hear(error, address, given);
    throw error;
  }
}

/** The customer's calls from the dashboard, with this device's session, which is reopened when it has expired. */
export const customerClient: Client = {
  call: (address, input, given = {}) => guarded(address, given, (options) => plain.call(address, input, options)),
  file: (address, input, given = {}) => guarded(address, given, (options) => plain.file(address, input, options)),
};
