import { useEffect, useState } from "react";
import type { Permission } from "#src/kit/api/roles-and-permissions.ts";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import type { Texts } from "#src/kit/api/envelope.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { toStoredSession } from "#src/kit/session/session.rules.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { getDeviceSecret } from "#src/company/shared-device/device.storage.ts";
import { switchUser, rememberDevice } from "#src/company/shared-device/shared-device.contract.ts";
import { toRefusal } from "./scan-sender.ts";
import { withSealed } from "#src/company/accounts/sealing.calls.ts";

/** Users this page has already reported for this device. */
const remembered = new Set<string>();

/** Reports that the user signed in on this device, so that a PIN or badge is enough from now on. If the call fails, the next screen tries again. */
export function useRememberedDevice(): void {
  const { client, scope, area, isReadOnly } = useCaller();
  const who = `${scope.providerUuid} ${scope.username}`;
  useEffect(() => {
    if (area !== "p" || isReadOnly || remembered.has(who)) return;
    remembered.add(who);
    client.call(rememberDevice, { device_secret: getDeviceSecret() }, { isQuiet: true }).catch(() => remembered.delete(who));
  }, [client, area, isReadOnly, who]);
}

/** Who takes over: a colleague with a PIN, or with an empty username somebody with a badge. */
interface SwitchRequest {
  readonly username: string;
  readonly secret: string;
}

/**
 * Changes the user. On success the page reloads for the colleague; scans stay with the person who made them.
 * @param permission the permission the colleague needs here
 * @returns `switchTo` returns why it failed, or null
 */
export function useSwitchUser(permission: Permission | undefined) {
  const { client } = useCaller();
  const [isPending, setPending] = useState(false);

  async function switchTo({ username, secret }: SwitchRequest): Promise<Texts | null> {
    setPending(true);
    try {
      const answer = await withSealed(client, { secret }, (sealed) =>
        client.call(
          switchUser,
          { device_secret: getDeviceSecret(), username, ...sealed, ...(permission === undefined ? {} : { permission }) },
          { isQuiet: true },
        ),
      );
      useSessions.getState().setSession("p", toStoredSession(answer, Date.now()));
      return null;
    } catch (error) {
      return error instanceof CallProblem ? toRefusal(error).msg : clientTexts.operationFailed;
    } finally {
      setPending(false);
    }
  }
  return { switchTo, isPending };
}
