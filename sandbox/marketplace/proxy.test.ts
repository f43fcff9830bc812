import { request } from "node:http";
import { connect } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Proxy } from "./proxy.ts";
import { startProxy } from "./proxy.ts";
import type { Marketplace } from "./server.ts";
import { startMarketplace } from "./server.ts";

let marketplace: Marketplace;
let proxy: Proxy;

beforeAll(async () => {
  marketplace = await startMarketplace({ port: 0, dataDir: null });
  proxy = await startProxy(0, marketplace.port);
});
afterAll(async () => {
  await proxy.close();
  await marketplace.close();
});

/** Asks the proxy for a tunnel; gives its status, and the first line that a GET through it answers. */
function through(target: string): Promise<{ status: number; firstLine: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port: proxy.port, method: "CONNECT", path: target, agent: false });
    asked.on("error", reject);
    asked.on("connect", (response, socket) => {
      const status = response.statusCode ?? 0;
      if (status !== 200) {
        resolve({ status, firstLine: "" });
        return;
      }
      const secure = connect({ socket, servername: "www.etsy.com", ca: marketplace.cert });
      secure.on("error", reject);
      secure.once("data", (chunk: Buffer) => {
        secure.destroy();
        resolve({ status, firstLine: chunk.toString().split("\r\n")[0] ?? "" });
      });
      secure.write("GET / HTTP/1.1\r\nhost: www.etsy.com\r\nconnection: close\r\n\r\n");
    });
    asked.end();
  });
}

test("a marketplace host is reachable through the proxy", async () => {
  expect(await through("www.etsy.com:443")).toEqual({ status: 200, firstLine: "HTTP/1.1 200 OK" });
});

test.each(["example.com:443", "www.etsy.com:80", "www.etsy.com", "127.0.0.1:22", "etsy.com.example.com:443"])(
  "%s is refused",
  async (target) => {
    expect((await through(target)).status).toBe(403);
  },
);
