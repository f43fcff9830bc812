import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { closeServer, httpOptions, listen, createServerBeside } from "./listen.ts";

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function start(onRequest: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(httpOptions, onRequest);
  open.push(server);
  return { server, port: await listen(server, 0, "127.0.0.1", "PORT") };
}

const request = "GET / HTTP/1.1\r\nhost: quayside.test\r\n\r\n";

/** Sends a request on a connection that stays open, and gathers what comes. */
async function ask(port: number): Promise<{ socket: Socket; text: () => string; closed: Promise<unknown> }> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("error", () => undefined);
  const closed = once(socket, "close");
  await once(socket, "connect");
  socket.on("data", (part: Buffer) => (text += part.toString())).write(request);
  return { socket, text: () => text, closed };
}

describe("listening", () => {
  test("on a port in use reports which variable to change", async () => {
    const { port } = await start(() => undefined);
    const second = createServer();
    await expect(listen(second, port, "127.0.0.1", "HOMEPAGE_PORT")).rejects.toThrow(
      `Port ${port} is in use. Stop the program that uses it, or set HOMEPAGE_PORT to another port.`,
    );
  });

  test("beside another server uses the same timeouts", async () => {
    const { server } = await start(() => undefined);
    Object.assign(server, { requestTimeout: 1234, headersTimeout: 1233, keepAliveTimeout: 1232, timeout: 1231 });
    const { requestTimeout, headersTimeout, keepAliveTimeout, timeout } = createServerBeside(server, () => undefined);
    expect([requestTimeout, headersTimeout, keepAliveTimeout, timeout]).toEqual([1234, 1233, 1232, 1231]);
  });
});

describe("closing", () => {
  test("completes the current response, then closes its keep-alive connection", async () => {
    const begun = Promise.withResolvers<void>();
    const { server, port } = await start((_request, response) => {
      response.writeHead(200, { "content-length": 8 }).write("half");
      begun.resolve();
      setTimeout(() => response.end("half"), 300);
    });
    const { text, closed } = await ask(port);
    await begun.promise;
    // What ends by being idle would do so long after this.
    server.keepAliveTimeout = 600_000;
    const started = performance.now();
    await closeServer(server, 100_000);
    await closed;
    expect(text()).toMatch(/\r\n\r\nhalfhalf$/);
    expect(performance.now() - started).toBeLessThan(60_000);
    await expect(once(connect(port, "127.0.0.1"), "connect")).rejects.toThrow("ECONNREFUSED");
  });

  test("closes idle connections", async () => {
    const { server, port } = await start((_request, response) => response.end("done"));
    const { text, closed } = await ask(port);
    await expect.poll(text).toContain("done");
    await closeServer(server, 10_000);
    await closed;
    expect(server.listening).toBe(false);
  });

  test("does not wait for a partial request, whether in its headers or its body", async () => {
    const { server, port } = await start((_request, response) => void response);
    const parts = ["GET / HTTP/1.1\r\nhost: qu", "POST / HTTP/1.1\r\nhost: quayside.test\r\ncontent-length: 10\r\n\r\nhalf"];
    const closed = parts.map(async (part) => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => undefined).write(part);
      await once(socket, "close");
    });
    await once(server, "request");
    await expect.poll(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))).toBe(2);
    // Were they waited for, this would be over when the test is, too.
    await closeServer(server, 100_000);
    await Promise.all(closed);
  });

  test("disconnects a client that does not read when the timeout ends", async () => {
    const { server, port } = await start((_request, response) => response.end(Buffer.alloc(64 * 1024 * 1024)));
    const { socket, closed } = await ask(port);
    socket.pause();
    await once(server, "request");
    // Who does not read keeps a server that waits for ever.
    await closeServer(server, 400);
    expect(server.listening).toBe(false);
    socket.resume();
    await closed;
  });

  test("completes at once for a server that is not listening", async () => {
    const server = createServer();
    await closeServer(server, 1000);
    expect(server.listening).toBe(false);
  });
});
