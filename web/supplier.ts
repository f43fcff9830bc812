import { useSessions } from "#src/kit/session/session.store.ts";
import { renewConnection } from "./connection.ts";
import { getToKnow } from "./guard.ts";

const channelName = "quayside.supplier";

/** Applies a change of the session's supplier: reloads the person and renews the connection. */
function takeOver(providerUuid: string): void {
  const { people, setPerson } = useSessions.getState();
  if (people.ds === null) return;
  // First, so that everything from here on is fetched and cached for the new supplier.
  setPerson("ds", { ...people.ds, providerUuid });
  renewConnection("ds");
  // A failed call has shown its reason; the values from the session stay.
  getToKnow("ds").catch(() => undefined);
}

let channel: BroadcastChannel | null = null;

/** Switches to another supplier, here and in the browser's other tabs, which share the session. */
export function workWith(providerUuid: string): void {
  takeOver(providerUuid);
  channel?.postMessage(providerUuid);
}

/** Observes a change of supplier in another tab. Call once. */
export function followSupplier(): void {
  channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", ({ data }) => takeOver(String(data)));
}
