import { CallProblem } from "#src/api/client.ts";
import { initConfig } from "#src/sites/sites.contract.ts";
import { clients } from "./callers.ts";
import { useConnection } from "./connection.store.ts";

const questionMs = 5000;
const againAfterMs = 2500;
/** While calls are answered and only the websocket is not. */
const seldomAfterMs = 15_000;

/** Whether the server answers at all: one small question, whose failure is news and no problem. */
async function doesAnswer(signal: AbortSignal): Promise<boolean> {
  try {
    await clients.nobody.call(initConfig, {}, { isQuiet: true, signal: AbortSignal.any([signal, AbortSignal.timeout(questionMs)]) });
    return true;
  } catch (error) {
    // A gateway that stands before a server that is gone answers with 502 and the like.
    return error instanceof CallProblem && error.status > 0 && error.status < 500;
  }
}

/**
 * While the websocket is not open, finds out whether the server can be reached at all: a way that lets no websocket through is slow news, a
 * server that is gone is a banner.
 * @param comeBack told once the server answers again, or the device has a network again
 */
export function watchServer(comeBack: () => void, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;

  async function look(): Promise<void> {
    if (isAsking || signal.aborted || useConnection.getState().socket === "open") return;
    clearTimeout(timer);
    isAsking = true;
    const answers = await doesAnswer(signal);
    isAsking = false;
    const { socket, unreachableSince, freshUntil } = useConnection.getState();
    if (signal.aborted || socket === "open") return;
    useConnection.setState({ unreachableSince: answers ? null : (unreachableSince ?? freshUntil) });
    if (answers && unreachableSince !== null) comeBack();
    timer = setTimeout(() => void look(), answers ? seldomAfterMs : againAfterMs);
  }

  const unfollow = useConnection.subscribe(({ socket }, before) => {
    if (socket === "waiting" && before.socket !== "waiting") void look();
  });
  const online = () => {
    useConnection.setState({ isOnline: true });
    comeBack();
    void look();
  };
  const offline = () => {
    useConnection.setState({ isOnline: false });
    void look();
  };
  addEventListener("online", online, { signal });
  addEventListener("offline", offline, { signal });
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    unfollow();
  });
}
