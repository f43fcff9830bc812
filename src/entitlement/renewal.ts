import type { Call } from "#src/api/define-call.ts";
import { readDeviceKey } from "./device-key.db.ts";
import type { Device } from "./device.ts";
import { askProven, problemOf } from "./device.ts";
import type { ServerAnswer } from "./device-server.ts";
import type { EntitlementAnswer } from "./entitlement.contract.ts";
import { openDeviceSession, removeDevice, renewToken } from "./entitlement.contract.ts";
import { changeEntitlement, readEntitlement } from "./entitlement.storage.ts";
import type { StoredEntitlement } from "./entitlement.storage.ts";
import type { DeviceSession } from "./pro-status.rules.ts";

/** A device without account. What it knows of the clock stays. */
export function unlinked(stored: StoredEntitlement, left: StoredEntitlement["left"]): StoredEntitlement {
  return { ...stored, deviceUuid: null, token: null, account: "", proUntil: null, isEnding: false, awaitedUntil: 0, left, problem: null };
}

/** Notes a refusal: of a device that was removed or whose account is blocked the token goes at once, else it stays good for its week. */
async function noteRefusal(deviceUuid: string, answer: Exclude<ServerAnswer<Call>, { kind: "done" }>): Promise<void> {
  const isRemoved = answer.kind === "refused" && answer.name === "entitlement.deviceRemoved";
  const problem = problemOf(answer);
  await changeEntitlement((stored) => {
    if (stored.deviceUuid !== deviceUuid) return stored;
    if (isRemoved) return unlinked(stored, "removed");
    if (problem === "blocked") return { ...stored, token: null, proUntil: null, isEnding: false, awaitedUntil: 0, problem };
    return { ...stored, problem };
  });
}

/** Stores what the server says of the plan. Its clock is believed: what ours showed before counts no more. */
async function noteAnswer(deviceUuid: string, answer: EntitlementAnswer, clock: number): Promise<void> {
  const serverTime = Date.parse(answer.server_time);
  const { entitlement } = await readEntitlement();
  // Unlinked meanwhile, or linked anew: this answer is about nobody.
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
 * Asks the server for a new token, and stores what it says.
 * @param waitS waits so long for Pro to begin, where the account has none
 * @returns whether the server said something about the plan
 */
export async function renew(device: Device, waitS: number, signal?: AbortSignal): Promise<boolean> {
  const { deviceUuid } = (await readEntitlement()).entitlement;
  const key = await readDeviceKey();
  if (deviceUuid === null || key === null) return false;
  const input = (proof: string) => ({ device_uuid: deviceUuid, proof, wait_s: waitS });
  const answer = await askProven(device, key, renewToken, input, signal);
  // A question that was called off has no answer, and is no problem.
  if (signal?.aborted === true) return false;
  if (answer.kind === "done") {
    await noteAnswer(deviceUuid, answer.data, await device.now());
    return true;
  }
  await noteRefusal(deviceUuid, answer);
  return false;
}

/** Opens a customer's session for this device: for the subscription settings in the extension. Null where the server gives none. */
export async function openSession(device: Device): Promise<DeviceSession | null> {
  const { deviceUuid } = (await readEntitlement()).entitlement;
  const key = await readDeviceKey();
  if (deviceUuid === null || key === null) return null;
  const answer = await askProven(device, key, openDeviceSession, (proof) => ({ device_uuid: deviceUuid, proof }));
  if (answer.kind === "done") return { access_token: answer.data.access_token, csrf_token: answer.data.csrf_token };
  await noteRefusal(deviceUuid, answer);
  return null;
}

/** Unlinks this device, here in any case and at the server where it answers. */
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
    stored.deviceUuid === deviceUuid || stored.deviceUuid === null ? unlinked(stored, isTold ? null : "unlinkedHere") : stored,
  );
}
