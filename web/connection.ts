import { home } from "#src/accounts/accounts.contract.ts";
import type { Area } from "#src/api/actors.ts";
import { codes } from "#src/api/codes.ts";
import { websocketPortName } from "#src/api/page-values.ts";
import type { SocketConnection, SocketState } from "#src/api/socket-client.ts";
import { connectSocket, socketUrl } from "#src/api/socket-client.ts";
import type { Person } from "#src/session/session.store.ts";
import { useSessions } from "#src/session/session.store.ts";
import { clients } from "./callers.ts";
import { useConnection } from "./connection.store.ts";
import type * as Live from "./live.ts";
import { queries } from "./queries.ts";
import { watchServer } from "./reach.ts";

/** Where the websocket is: on an IP address at a port of its own, which the page is told. */
function url(): string {
  const written = Number(document.querySelector<HTMLMetaElement>(`meta[name=${websocketPortName}]`)?.content);
  return Number.isInteger(written) && written > 0 ? socketUrl(location, written) : socketUrl(location);
}

const personOf = (area: Area): Person | null => useSessions.getState().people[area];

function askAllAnew({ username, providerUuid }: Person): void {
  void queries.invalidateQueries({ queryKey: [username, providerUuid] });
}

const againMs = 5000;

/** What is live, in a chunk of its own: it knows many slices, and the first sight of a page needs none of them. Null once it is no use any more. */
async function loadLive(stop: AbortSignal): Promise<typeof Live | null> {
  while (!stop.aborted) {
    try {
      const live = await import("./live.ts");
      return stop.aborted ? null : live;
    } catch {
      // The network was away just now: pages work without what is pushed, and it is tried again.
      await new Promise((done) => setTimeout(done, againMs));
    }
  }
  return null;
}

let current: { readonly area: Area; readonly socket: SocketConnection } | null = null;

/** Goes on with the area's tokens: after another supplier was chosen what follows is heard as the session is now. */
export function renewConnection(area: Area): void {
  const tokens = useSessions.getState().sessions[area];
  if (current?.area === area && tokens !== null) current.socket.renew(tokens);
}

/**
 * Connects the area in sight to the server's events, until it is closed again.
 * @returns closes it
 */
export function openConnection(area: Area): () => void {
  const facts = useConnection;
  const stop = new AbortController();
  const now = (): Person | null => personOf(area);
  facts.setState({ socket: "connecting", isOnline: navigator.onLine, unreachableSince: null, wasOpen: false, freshUntil: Date.now() });

  function entered(socket: SocketState, code: number | null): void {
    const { socket: before, wasOpen } = facts.getState();
    facts.setState({ socket, ...(before === "open" ? { freshUntil: Date.now() } : {}) });
    if (socket === "open") {
      facts.setState({ wasOpen: true, unreachableSince: null });
      const person = now();
      // After a loss everything may be old. Before the first connection little can change: the badge of the downloads waits for it, and their page asks
      // again while something is being made.
      if (wasOpen && person !== null) askAllAnew(person);
    }
    // The session has ended somewhere else: asked once more, the server says so, and that leads to the login.
    if (socket === "refused" && code === codes.loginExpired.code)
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
      topics: live.topicsOf(person),
      onEvent: ({ topic }) => live.askFor(topic, now),
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
    facts.setState({ socket: null, unreachableSince: null });
  };
}
