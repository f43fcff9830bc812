import { ensureDeviceKey } from "./device-key.db.ts";
import type { Device } from "./device.ts";
import { askProven, problemOf } from "./device.ts";
import { pollLink, startLink } from "./entitlement.contract.ts";
import { changeEntitlement, readEntitlement } from "./entitlement.storage.ts";
import type { StoredEntitlement } from "./entitlement.storage.ts";
import type { LinkGoal } from "./pro-status.rules.ts";

/** A code is good so long (RFC 8628, `expires_in`), where the server's clock is not known. */
const codeLifeMs = 15 * 60_000;
/** After linking, Pro is waited for in the background for so long: somebody is paying. */
const awaitMs = 30 * 60_000;
/** How long the server may hold a question back, in seconds. */
export const longPollS = 20;

function isWebPage(url: string): boolean {
  return ["https:", "http:"].includes(new URL(url).protocol);
}

/** Asks for a code and opens the page where it is let in; a code that is still good has its page opened again. */
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
    const problem = problemOf(answer);
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
  if (!isWebPage(made.url)) throw new Error("entitlement: the page for the code is none");
  await changeEntitlement((stored) => ({ ...stored, pending: made, left: null, problem: null }));
  await device.openPage(made.url);
}

/** Forgets the code that is waited for. */
export async function stopLinking(): Promise<void> {
  await changeEntitlement((stored) => ({ ...stored, pending: null, left: null, problem: null }));
}

/**
 * Asks once what became of the code; the server holds the answer back for a while.
 * @returns `linked`: let in just now; `heard`: the server answered; `unheard`: it did not
 */
export async function pollLinking(
  device: Device,
  pending: NonNullable<StoredEntitlement["pending"]>,
  signal: AbortSignal,
): Promise<"linked" | "heard" | "unheard"> {
  const answer = await device.ask(pollLink, { device_code: pending.deviceCode, wait_s: longPollS }, { signal });
  if (signal.aborted) return "unheard";
  // Of another code than the one that is waited for by now, nothing is believed.
  const change = (next: (stored: StoredEntitlement) => StoredEntitlement) =>
    changeEntitlement((stored) => (stored.pending?.deviceCode === pending.deviceCode ? next(stored) : stored));
  if (answer.kind !== "done") {
    await change((stored) => ({ ...stored, problem: problemOf(answer) }));
    return "unheard";
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
  return "heard";
}
