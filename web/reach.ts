import { CallProblem } from "#src/kit/api/client.ts";
import { initConfig } from "#src/company/sites/sites.contract.ts";
import { clients } from "./area-clients.ts";
import { useConnection } from "./connection.store.ts";

const questionMs = 5000;
const againAfterMs = 2500;
/** The interval while calls succeed and only the websocket is down. */
const seldomAfterMs = 15_000;

/** Checks with one small call whether the server answers; a failure is not reported as a problem. */
async function doesAnswer(signal: AbortSignal): Promise<boolean> {
  try {
    await clients.nobody.call(initConfig, {}, { isQuiet: true, signal: AbortSignal.any([signal, AbortSignal.timeout(questionMs)]) });
    return true;
  } catch (error) {
    // A gateway in front of a stopped server answers with 502 or similar.
    return error instanceof CallProblem && error.status > 0 && error.status < 500;
  }
}

/**
 * While the websocket is closed, checks whether the server is reachable: a blocked websocket only makes news slow, an unreachable server shows a banner.
 * @param comeBack called once the server answers again or the device is online again
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
