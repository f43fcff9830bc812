import type { Call, InputOf } from "#src/api/define-call.ts";
import type { Language } from "#src/lib/look.ts";
import type { DeviceKey } from "./device-key.db.ts";
import { makeProof } from "./device-proof.ts";
import type { AskServer, ServerAnswer } from "./device-server.ts";
import { changeEntitlement, readEntitlement } from "./entitlement.storage.ts";
import type { ProProblem } from "./pro-status.rules.ts";
import type { PublicTokenKey } from "./token-reader.ts";

/** What the entitlement of this device needs from around it. */
export interface Device {
  readonly ask: AskServer;
  /** the keys that tokens may be signed with */
  readonly keys: readonly PublicTokenKey[];
  /** this device's clock, ms since 1970 */
  now(): Promise<number>;
  /** how the device is called in the list of devices */
  readonly name: string;
  language(): Promise<Language>;
  /** opens a page of the server in a tab */
  openPage(url: string): Promise<void>;
}

/** What an answer that is none tells a person. */
export function problemOf(answer: Exclude<ServerAnswer<Call>, { kind: "done" }>): ProProblem {
  if (answer.kind === "unreachable") return "unreachable";
  if (answer.name === "entitlement.clockWrong") return "clockWrong";
  if (answer.name === "entitlement.proofWrong") return "proofWrong";
  if (answer.name === "accountBlocked") return "blocked";
  return answer.name === "tooMany" || answer.name === "unavailable" ? "busy" : "unreachable";
}

/**
 * Makes a call with a proof of the device's key. A proof that the server finds made at another time is made once more by the server's clock, and
 * the difference is remembered: many a clock is off, and its owner does not know.
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
