import type { Call } from "#src/kit/api/define-call.ts";
import { readDeviceKey } from "./device-key.storage.ts";
import type { Device } from "./call-with-proof.ts";
import { askProven, toProProblem } from "./call-with-proof.ts";
import type { ServerAnswer } from "./device-server.ts";
import type { EntitlementAnswer } from "./entitlement.contract.ts";
import { openDeviceSession, removeDevice, renewToken } from "./entitlement.contract.ts";
import { changeEntitlement, readEntitlement } from "./entitlement.storage.ts";
import type { StoredEntitlement } from "./entitlement.storage.ts";
import type { DeviceSession } from "./pro-status.rules.ts";

/** Returns the state of an unlinked device. What is known of the clock is retained. */
export function toUnlinked(stored: StoredEntitlement, left: StoredEntitlement["left"]): StoredEntitlement {
  return { ...stored, deviceUuid: null, token: null, account: "", proUntil: null, isEnding: false, awaitedUntil: 0, left, problem: null };
}

/** Stores a refusal: the token of a removed device or a blocked account is deleted at once; otherwise it stays valid for its week. */
async function saveRefusal(deviceUuid: string, answer: Exclude<ServerAnswer<Call>, { kind: "done" }>): Promise<void> {
  const isRemoved = answer.kind === "refused" && answer.name === "entitlement.deviceRemoved";
  const problem = toProProblem(answer);
  await changeEntitlement((stored) => {
    if (stored.deviceUuid !== deviceUuid) return stored;
    if (isRemoved) return toUnlinked(stored, "removed");
    if (problem === "blocked") return { ...stored, token: null, proUntil: null, isEnding: false, awaitedUntil: 0, problem };
    return { ...stored, problem };
  });
}

/** Stores the server's response about the plan. Its clock is trusted: what ours showed before no longer counts. */
async function saveAnswer(deviceUuid: string, answer: EntitlementAnswer, clock: number): Promise<void> {
  const serverTime = Date.parse(answer.server_time);
  const { entitlement } = await readEntitlement();
  // Unlinked or relinked meanwhile: this response is obsolete.
  if (entitlement.deviceUuid !== deviceUuid) return;
  await changeEntitlement(
    (stored) =>
      stored.deviceUuid === deviceUuid
        ? {
            ...stored,
            token: answer.token,
            account: answer.account,
            isEnding: answer.is_ending,
            proUntil: answer.pro_until === null ? null : Date.parse(answer.pro_until),
            clockOffsetMs: serverTime - clock,
            awaitedUntil: answer.token === null ? stored.awaitedUntil : 0,
            problem: null,
          }
        : stored,
    serverTime,
  );
}

/**
 * Requests a new token and stores the response.
 * @param waitS how long to wait for Pro to begin, if the account has none
 * @returns whether the server responded about the plan
 */
export async function renew(device: Device, waitS: number, signal?: AbortSignal): Promise<boolean> {
  const { deviceUuid } = (await readEntitlement()).entitlement;
  const key = await readDeviceKey();
  if (deviceUuid === null || key === null) return false;
  const input = (proof: string) => ({ device_uuid: deviceUuid, proof, wait_s: waitS });
  const answer = await askProven(device, key, renewToken, input, signal);
  // An aborted request has no response, and is no problem.
  if (signal?.aborted === true) return false;
  if (answer.kind === "done") {
    await saveAnswer(deviceUuid, answer.data, await device.now());
    return true;
  }
  await saveRefusal(deviceUuid, answer);
  return false;
}

/** Opens a customer's session for this device, for the subscription settings in the extension. Null if the server gives none. */
export async function openSession(device: Device): Promise<DeviceSession | null> {
  const { deviceUuid } = (await readEntitlement()).entitlement;
  const key = await readDeviceKey();
  if (deviceUuid === null || key === null) return null;
  const answer = await askProven(device, key, openDeviceSession, (proof) => ({ device_uuid: deviceUuid, proof }));
  if (answer.kind === "done") return { access_token: answer.data.access_token, csrf_token: answer.data.csrf_token };
  await saveRefusal(deviceUuid, answer);
  return null;
}

/** Unlinks this device locally in any case, and on the server if it is reachable. */
export async function unlink(device: Device): Promise<void> {
  const { deviceUuid } = (await readEntitlement()).entitlement;
  if (deviceUuid === null) {
    await changeEntitlement((stored) => ({ ...stored, left: null }));
    return;
  }
  const session = await openSession(device);
  const answer = session === null ? null : await device.ask(removeDevice, { device_uuid: deviceUuid }, { session });
  const isTold = answer?.kind === "done" || (await readEntitlement()).entitlement.deviceUuid === null;
  await changeEntitlement((stored) =>
    stored.deviceUuid === deviceUuid || stored.deviceUuid === null ? toUnlinked(stored, isTold ? null : "unlinkedHere") : stored,
  );
}
