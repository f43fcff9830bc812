import { home } from "#src/company/accounts/accounts.contract.ts";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { codeNumbers } from "#src/kit/api/code-numbers.ts";
import { websocketPortName } from "#src/kit/api/page-values.ts";
import type { SocketConnection, SocketState } from "#src/kit/api/socket-client.ts";
import { connectSocket, socketUrl } from "#src/kit/api/socket-client.ts";
import { pause } from "#src/kit/lib/pause.ts";
import type { Person } from "#src/kit/session/session.store.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { clients } from "./area-clients.ts";
import { useConnection } from "./connection.store.ts";
import type * as Live from "./refresh-on-event.ts";
import { queries } from "./queries.ts";
import { watchServer } from "./reach.ts";

/** The websocket's URL. On a host that is an IP address it has its own port, which the page contains. */
function url(): string {
  const written = Number(document.querySelector<HTMLMetaElement>(`meta[name=${websocketPortName}]`)?.content);
  return Number.isInteger(written) && written > 0 ? socketUrl(location, written) : socketUrl(location);
}

const getPerson = (area: Area): Person | null => useSessions.getState().people[area];

function askAllAnew({ username, providerUuid }: Person): void {
  void queries.invalidateQueries({ queryKey: [username, providerUuid] });
}

const againMs = 5000;

/** Loads `refresh-on-event.ts`, a chunk of its own: it imports many slices that the first screen does not need. Returns null once aborted. */
async function loadLive(stop: AbortSignal): Promise<typeof Live | null> {
  while (!stop.aborted) {
    try {
      const live = await import("./refresh-on-event.ts");
      return stop.aborted ? null : live;
    } catch {
      // No network: pages work without pushed events, and loading is retried.
      await pause(againMs, stop);
    }
  }
  return null;
}

/** When data of the current area may have been fetched first, by the page's clock: as the page loaded, or once the area before it was left. */
let fetchesFrom = 0;

let current: { readonly area: Area; readonly socket: SocketConnection } | null = null;

/** Renews the connection with the area's current tokens, for example after a change of supplier. */
export function renewConnection(area: Area): void {
  const tokens = useSessions.getState().sessions[area];
  if (current?.area === area && tokens !== null) current.socket.renew(tokens);
}

/**
 * Subscribes the current area to the server's events.
 * @returns a function that closes the connection
 */
export function openConnection(area: Area): () => void {
  const facts = useConnection;
  const stop = new AbortController();
  const now = (): Person | null => getPerson(area);
  facts.setState({ socket: "connecting", isOnline: navigator.onLine, unreachableSince: null, wasOpen: false, freshUntil: Date.now() });

  function entered(socket: SocketState, code: number | null): void {
    const { socket: before, wasOpen } = facts.getState();
    facts.setState({ socket, ...(before === "open" ? { freshUntil: Date.now() } : {}) });
    if (socket === "open") {
      facts.setState({ wasOpen: true, unreachableSince: null });
      const person = now();
      // After a lost connection everything may be stale.
      if (wasOpen && person !== null) askAllAnew(person);
    }
    // The session has ended elsewhere: one more call makes the server say so, which leads to the login.
    if (socket === "refused" && code === codeNumbers.loginExpired.code)
      void clients[area].call(home, {}, { isQuiet: true }).catch(() => undefined);
  }

  let socket: SocketConnection | null = null;
  const connect = async (): Promise<void> => {
    const live = await loadLive(stop.signal);
    const person = now();
    if (live === null || person === null) return;
    socket = connectSocket({
      url,
      tokens: () => useSessions.getState().sessions[area],
      topics: live.getTopicsFor(person),
      ageMs: () => performance.now() - fetchesFrom,
      onEvent: ({ topic }) => live.refresh(topic, now),
      onReset() {
        const reset = now();
        if (reset !== null) askAllAnew(reset);
      },
      onState: entered,
    });
    current = { area, socket };
  };
  void connect();
  const unfollow = useSessions.subscribe(({ sessions }, before) => {
    if (sessions[area] !== null && sessions[area].accessToken !== before.sessions[area]?.accessToken) renewConnection(area);
  });
  watchServer(() => renewConnection(area), stop.signal);
  return () => {
    stop.abort();
    unfollow();
    socket?.close();
    current = null;
    fetchesFrom = performance.now();
    facts.setState({ socket: null, unreachableSince: null });
  };
}
