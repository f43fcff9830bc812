import type { Client } from "#src/kit/api/client.ts";
import { CallProblem } from "#src/kit/api/client.ts";
import { websocketPortName } from "#src/kit/api/page-values.ts";
import { socketUrl } from "#src/kit/api/socket-client.ts";
import { initConfig } from "./sites.contract.ts";

/** Duration of each part in whole ms; null if it failed. */
export interface ConnectionTimes {
  readonly call: number | null;
  readonly socket: number | null;
}

const mostMs = 10_000;

async function measureCall(client: Client): Promise<number | null> {
  const start = performance.now();
  try {
    await client.call(initConfig, {}, { isQuiet: true, signal: AbortSignal.timeout(mostMs) });
    return Math.round(performance.now() - start);
  } catch (error) {
    if (error instanceof CallProblem || (error instanceof DOMException && error.name === "TimeoutError")) return null;
    throw error;
  }
}

/** Returns the websocket's own port, as the server wrote it into the page. */
function getWebsocketPort(): number | undefined {
  const given = Number(document.querySelector<HTMLMetaElement>(`meta[name="${websocketPortName}"]`)?.content);
  return Number.isInteger(given) && given > 0 ? given : undefined;
}

function measureSocket(): Promise<number | null> {
  const start = performance.now();
  return new Promise((resolve) => {
    const socket = new WebSocket(socketUrl(location, getWebsocketPort()));
    const end = (time: number | null) => {
      clearTimeout(timer);
      resolve(time);
      socket.close();
    };
    const timer = setTimeout(() => end(null), mostMs);
    socket.addEventListener("open", () => end(Math.round(performance.now() - start)), { once: true });
    socket.addEventListener("error", () => end(null), { once: true });
  });
}

/** Tries a call and a websocket, one after the other so that they do not slow each other. */
export async function checkConnection(client: Client): Promise<ConnectionTimes> {
  const call = await measureCall(client);
  return { call, socket: await measureSocket() };
}
