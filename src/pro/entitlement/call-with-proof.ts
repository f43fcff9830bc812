import type { Call, InputOf } from "#src/kit/api/define-call.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import type { DeviceKey } from "./device-key.storage.ts";
import { makeProof } from "./device-proof.ts";
import type { AskServer, ServerAnswer } from "./device-server.ts";
import { changeEntitlement, readEntitlement } from "./entitlement.storage.ts";
import type { ProProblem } from "./pro-status.rules.ts";
import type { PublicTokenKey } from "./token-reader.ts";

/** The environment of this device's entitlement. */
export interface Device {
  readonly ask: AskServer;
  /** the keys that may sign tokens */
  readonly keys: readonly PublicTokenKey[];
  /** this device's clock, ms since 1970 */
  now(): Promise<number>;
  /** the device's name in the list of devices */
  readonly name: string;
  language(): Promise<Language>;
  /** opens a page of the server in a tab */
  openPage(url: string): Promise<void>;
}

/** Converts a failed call to the problem shown to the user. */
export function toProProblem(answer: Exclude<ServerAnswer<Call>, { kind: "done" }>): ProProblem {
  if (answer.kind === "unreachable") return "unreachable";
  if (answer.name === "entitlement.clockWrong") return "clockWrong";
  if (answer.name === "entitlement.proofWrong") return "proofWrong";
  if (answer.name === "accountBlocked") return "blocked";
  return answer.name === "tooMany" || answer.name === "unavailable" ? "busy" : "unreachable";
}

/**
 * Makes a call with a proof of the device's key. If the server rejects the proof's time, retries once by the server's clock and stores the difference,
 * because many clocks are off without their owners' knowledge.
 */
export async function askProven<C extends Call>(
  device: Device,
  key: DeviceKey,
  call: C,
  inputWith: (proof: string) => InputOf<C>,
  signal?: AbortSignal,
): Promise<ServerAnswer<C>> {
  const attempt = async () => {
    const { entitlement } = await readEntitlement();
    const now = (await device.now()) + entitlement.clockOffsetMs;
    return device.ask(call, inputWith(await makeProof(key, call, now)), { signal });
  };
  const answer = await attempt();
  if (answer.kind !== "refused" || answer.name !== "entitlement.clockWrong" || answer.at === null) return answer;
  const clockOffsetMs = answer.at - (await device.now());
  await changeEntitlement((stored) => ({ ...stored, clockOffsetMs }));
  return attempt();
}
