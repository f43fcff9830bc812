import { createServer } from "node:http";
import type { Duplex } from "node:stream";
import { connect } from "node:net";
import { servedHosts } from "./certificate.ts";

/** A running proxy. */
export interface Proxy {
  port: number;
  close(): Promise<void>;
}

function refuse(socket: Duplex, line: string): void {
  socket.end(`HTTP/1.1 ${line}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

/**
 * An HTTP proxy on 127.0.0.1 for browsers that cannot map a host to a port: CONNECT (RFC 9110, 9.3.6) to port 443 of a host
 * that the marketplace serves is a tunnel to the marketplace; anything else is refused, so nothing reaches the network.
 * @param port 0 for any free port
 * @throws Error with code EADDRINUSE where the port is taken
 */
export async function startProxy(port: number, marketplacePort: number): Promise<Proxy> {
  const open = new Set<Duplex>();
  const server = createServer((_, response) => response.writeHead(403).end());
  server.on("connect", (request, socket: Duplex, head: Buffer) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    const [host = "", wantedPort] = (request.url ?? "").toLowerCase().split(":");
    if (!servedHosts.includes(host) || wantedPort !== "443") {
      refuse(socket, "403 Forbidden");
      return;
    }
    const marketplace = connect(marketplacePort, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      marketplace.write(head);
      marketplace.pipe(socket).pipe(marketplace);
    });
    marketplace.on("error", () => refuse(socket, "502 Bad Gateway"));
    socket.once("close", () => marketplace.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("marketplace: no proxy port");
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const socket of open) socket.destroy();
      }),
  };
}
