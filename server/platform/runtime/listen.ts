import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** Describes the most common failure in one line: another program has the port. */
function inUse(port: number, variable: string): Error {
  return new Error(`Port ${port} is in use. Stop the program that uses it, or set ${variable} to another port.`);
}

/**
 * Listens with an HTTP server.
 * @returns the port, which the system chooses for 0
 * @throws Error of one clear line if the port is in use or not permitted
 */
export async function listen(server: Server, port: number, host: string, variable: string): Promise<number> {
  followArrivals(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") reject(inUse(port, variable));
      else if (error.code === "EACCES")
        reject(new Error(`Port ${port} may not be used by this user. Set ${variable} to a port above 1023.`));
      else reject(error);
    });
    server.listen(port, host, resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on TCP has an AddressInfo
  return (server.address() as AddressInfo).port;
}

/** Options that an HTTP server of ours is created with. */
export const httpOptions: ServerOptions = {
  // how often Node looks for requests that take too long to arrive
  connectionsCheckingInterval: 2000,
  // our own answer to that is an envelope
  requireHostHeader: false,
};

/** Creates another server for the same requests, with the limits of the first and the same answer to invalid HTTP. */
export function createServerBeside(first: Server, onRequest: RequestListener): Server {
  const server = createServer(httpOptions, onRequest);
  const { requestTimeout, headersTimeout, keepAliveTimeout, timeout } = first;
  Object.assign(server, { requestTimeout, headersTimeout, keepAliveTimeout, timeout });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the listeners are node's own, handed from one server to the other
  for (const listener of first.listeners("clientError")) server.on("clientError", listener as (...event: unknown[]) => void);
  server.on("checkExpectation", (request: IncomingMessage, reply: ServerResponse) => onRequest(request, reply));
  return server;
}

/** Requests that have not arrived completely by then are dropped when a server closes. */
const arriveWithinMs = 1000;

/** Connections of a server whose request, if any, has not arrived completely. */
interface Arrivals {
  destroyUnfinished(): void;
}

const arrivalsByServer = new WeakMap<Server, Arrivals>();

/** Tracks a server's connections, so that `closeServer` knows those that only sent half of a request. */
function followArrivals(server: Server): void {
  const requests = new Map<Socket, IncomingMessage | null>();
  server.on("connection", (socket) => {
    requests.set(socket, null);
    socket.once("close", () => requests.delete(socket));
  });
  server.on("request", (request, response) => {
    requests.set(request.socket, request);
    response.once("close", () => {
      if (requests.get(request.socket) === request) requests.set(request.socket, null);
    });
  });
  server.on("upgrade", ({ socket }) => requests.delete(socket));
  arrivalsByServer.set(server, {
    destroyUnfinished() {
      for (const [socket, request] of requests) if (request === null || !request.complete) socket.destroy();
    },
  });
}

/**
 * Accepts no new connection, ends idle ones and waits for requests in progress; not for those that have arrived only in part.
 * @param withinMs after this the rest is cut off: a client that never reads would block the end
 */
export async function closeServer(server: Server, withinMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // An answer may be sent on a connection that is kept alive: nothing else ends it then.
  const sweeping = setInterval(() => server.closeIdleConnections(), 100);
  const dropping = setTimeout(() => arrivalsByServer.get(server)?.destroyUnfinished(), Math.min(arriveWithinMs, withinMs));
  const cutting = setTimeout(() => server.closeAllConnections(), withinMs);
  await closed;
  clearInterval(sweeping);
  clearTimeout(dropping);
  clearTimeout(cutting);
}
