import { useSessions } from "#src/session/session.store.ts";
import { renewConnection } from "./connection.ts";
import { getToKnow } from "./guard.ts";

const channelName = "quayside.supplier";

/** The session's supplier has changed: who is there is known anew, and what follows is heard as the session is now. */
function takeOver(providerUuid: string): void {
  const { people, know } = useSessions.getState();
  if (people.ds === null) return;
  // At once: from here on everything is asked, and kept, for the new supplier.
  know("ds", { ...people.ds, providerUuid });
  renewConnection("ds");
  // A call that fails has said why; what was told to begin with holds.
  getToKnow("ds").catch(() => undefined);
}

let channel: BroadcastChannel | null = null;

/** Goes on with another supplier, here and in the other tabs of this browser: they share the session. */
export function workWith(providerUuid: string): void {
  takeOver(providerUuid);
  channel?.postMessage(providerUuid);
}

/** Hears of another supplier that was chosen in another tab. Called once. */
export function followSupplier(): void {
  channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", ({ data }) => takeOver(String(data)));
}
