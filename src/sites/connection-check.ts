import type { Client } from "#src/api/client.ts";
import { CallProblem } from "#src/api/client.ts";
import { websocketPortName } from "#src/api/page-values.ts";
import { socketUrl } from "#src/api/socket-client.ts";
import { initConfig } from "./sites.contract.ts";

/** How long each part took, in whole ms; null where it failed. */
export interface ConnectionTimes {
  readonly call: number | null;
  readonly socket: number | null;
}

const mostMs = 10_000;

async function timeOfCall(client: Client): Promise<number | null> {
  const start = performance.now();
  try {
    await client.call(initConfig, {}, { isQuiet: true, signal: AbortSignal.timeout(mostMs) });
    return Math.round(performance.now() - start);
  } catch (error) {
    if (error instanceof CallProblem || (error instanceof DOMException && error.name === "TimeoutError")) return null;
    throw error;
  }
}

/** The websocket's own port, as the server wrote it into the page. */
function websocketPort(): number | undefined {
  const given = Number(document.querySelector<HTMLMetaElement>(`meta[name="${websocketPortName}"]`)?.content);
  return Number.isInteger(given) && given > 0 ? given : undefined;
}

function timeOfSocket(): Promise<number | null> {
  const start = performance.now();
  return new Promise((resolve) => {
    const socket = new WebSocket(socketUrl(location, websocketPort()));
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

/** Tries a call and a websocket, one after the other so that neither slows the other. */
export async function checkConnection(client: Client): Promise<ConnectionTimes> {
  const call = await timeOfCall(client);
  return { call, socket: await timeOfSocket() };
}
