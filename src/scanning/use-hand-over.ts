import { useEffect, useState } from "react";
import type { Permission } from "#src/api/actors.ts";
import { useCaller } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import type { Texts } from "#src/api/envelope.ts";
import { ownTexts } from "#src/api/own-texts.ts";
import { useSessions } from "#src/session/session.store.ts";
import { deviceSecret } from "./device.storage.ts";
import { changeHands, rememberDevice } from "./hand-over.contract.ts";
import { refusalOf } from "./scan-sender.ts";
import { withSealed } from "./sealed.ts";

/** Who has told the server of this device since the page was loaded. */
const remembered = new Set<string>();

/** Notes that who is signed in here did so on this device: from then on a PIN or a badge is enough. Without an answer, the next screen tries again. */
export function useRememberedDevice(): void {
  const { client, scope, area, isReadOnly } = useCaller();
  const who = `${scope.providerUuid} ${scope.username}`;
  useEffect(() => {
    if (area !== "p" || isReadOnly || remembered.has(who)) return;
    remembered.add(who);
    client.call(rememberDevice, { device_secret: deviceSecret() }, { isQuiet: true }).catch(() => remembered.delete(who));
  }, [client, area, isReadOnly, who]);
}

/** Who wants to take over: a colleague with a PIN, or with an empty username somebody with a badge. */
interface Wish {
  readonly username: string;
  readonly secret: string;
}

/**
 * Changes hands. Where it succeeds, the page begins anew for the colleague; what the one before had scanned stays that person's.
 * @param permission what the colleague has to be permitted here
 * @returns `handOver` gives why it could not be, or null
 */
export function useHandOver(permission: Permission | undefined) {
  const { client } = useCaller();
  const [isPending, setPending] = useState(false);

  async function handOver({ username, secret }: Wish): Promise<Texts | null> {
    setPending(true);
    try {
      const answer = await withSealed(client, { secret }, (sealed) =>
        client.call(
          changeHands,
          { device_secret: deviceSecret(), username, ...sealed, ...(permission === undefined ? {} : { permission }) },
          { isQuiet: true },
        ),
      );
      useSessions.getState().keep("p", {
        accessToken: answer.access_token,
        csrfToken: answer.csrf_token,
        username: answer.username,
        role: answer.user_role,
        relatedId: answer.user_related_id,
        avatar: answer.avatar_base64,
        shops: [],
        since: Date.now(),
      });
      return null;
    } catch (error) {
      return error instanceof CallProblem ? refusalOf(error).msg : ownTexts.operationFailed;
    } finally {
      setPending(false);
    }
  }
  return { handOver, isPending };
}
