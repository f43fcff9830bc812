import { ensureDeviceKey } from "./device-key.storage.ts";
import type { Device } from "./call-with-proof.ts";
import { askProven, toProProblem } from "./call-with-proof.ts";
import { pollLink, startLink } from "./entitlement.contract.ts";
import { changeEntitlement, readEntitlement } from "./entitlement.storage.ts";
import type { StoredEntitlement } from "./entitlement.storage.ts";
import type { LinkGoal } from "./pro-status.rules.ts";

/** The lifetime of a code (RFC 8628, `expires_in`), if the server's clock is unknown. */
const codeLifeMs = 15 * 60_000;
/** How long the background waits for Pro after linking, while the user is paying. */
const awaitMs = 30 * 60_000;
/** How long the server may hold back a response, in seconds. */
export const longPollS = 20;

function isWebPage(url: string): boolean {
  return ["https:", "http:"].includes(new URL(url).protocol);
}

/** Requests a code and opens the page that accepts it; reopens the page of a code that is still valid. */
export async function startLinking(device: Device, goal: LinkGoal): Promise<void> {
  const { pending } = (await readEntitlement()).entitlement;
  if (pending !== null && (await device.now()) < pending.endsAt) {
    await device.openPage(pending.url);
    return;
  }
  const key = await ensureDeviceKey();
  const language = await device.language();
  const answer = await askProven(device, key, startLink, (proof) => ({
    public_key: key.publicKey,
    device_name: device.name,
    language,
    proof,
  }));
  if (answer.kind !== "done") {
    const problem = toProProblem(answer);
    await changeEntitlement((stored) => ({ ...stored, pending: null, left: null, problem }));
    return;
  }
  const { data, at } = answer;
  const lifeMs = at === null ? codeLifeMs : Math.min(codeLifeMs, Date.parse(data.expires_at) - at);
  const made = {
    deviceCode: data.device_code,
    userCode: data.user_code,
    url: data.verification_url,
    endsAt: (await device.now()) + lifeMs,
    intervalMs: data.interval_s * 1000,
    goal,
  };
  if (!isWebPage(made.url)) throw new Error("entitlement: the URL of the code's page is invalid");
  await changeEntitlement((stored) => ({ ...stored, pending: made, left: null, problem: null }));
  await device.openPage(made.url);
}

/** Drops the pending code. */
export async function stopLinking(): Promise<void> {
  await changeEntitlement((stored) => ({ ...stored, pending: null, left: null, problem: null }));
}

/**
 * Polls the state of the code once; the server holds back the response for a while.
 * @returns `linked`: just accepted; `answered`: the server responded; `unanswered`: it did not
 */
export async function pollLinking(
  device: Device,
  pending: NonNullable<StoredEntitlement["pending"]>,
  signal: AbortSignal,
): Promise<"linked" | "answered" | "unanswered"> {
  const answer = await device.ask(pollLink, { device_code: pending.deviceCode, wait_s: longPollS }, { signal });
  if (signal.aborted) return "unanswered";
  // Ignores a response about a code that is no longer pending.
  const change = (next: (stored: StoredEntitlement) => StoredEntitlement) =>
    changeEntitlement((stored) => (stored.pending?.deviceCode === pending.deviceCode ? next(stored) : stored));
  if (answer.kind !== "done") {
    await change((stored) => ({ ...stored, problem: toProProblem(answer) }));
    return "unanswered";
  }
  const { state, device_uuid: deviceUuid } = answer.data;
  if (state === "APPROVED" && deviceUuid !== null) {
    const awaitedUntil = (await device.now()) + awaitMs;
    await change((stored) => ({
      ...stored,
      deviceUuid,
      token: null,
      account: "",
      proUntil: null,
      isEnding: false,
      pending: null,
      awaitedUntil,
      left: null,
      problem: null,
    }));
    return "linked";
  }
  const left = state === "DENIED" ? "denied" : state === "EXPIRED" ? "codeExpired" : null;
  await change((stored) => ({ ...stored, problem: null, ...(left === null ? {} : { pending: null, left }) }));
  return "answered";
}
