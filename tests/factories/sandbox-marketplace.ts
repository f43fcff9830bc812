import { request } from "node:https";
import { startMarketplace } from "#sandbox/marketplace/server.ts";
import type { PageAnswer, PageRequest } from "#src/collector/marketplaces/marketplaces.contract.ts";

/** The sandbox marketplace in this process, and a client that acts like a browser with one session. */
export interface SandboxMarketplace {
  /** Sends a request addressed to https://www.etsy.com/...; does not follow redirects but returns their target. */
  send(wanted: PageRequest): Promise<PageAnswer>;
  /** A page's text. */
  get(path: string): Promise<string>;
  /** POST /sandbox/control */
  control(settings: Record<string, unknown>): Promise<void>;
  close(): Promise<void>;
}

const origin = "https://www.etsy.com";

/** Starts it on a free port, without a minimum gap between requests. */
export async function startSandbox(): Promise<SandboxMarketplace> {
  const marketplace = await startMarketplace({ port: 0, dataDir: null });
  let cookie = "";

  function send({ method, url, headers, body }: PageRequest): Promise<PageAnswer> {
    const { pathname, search } = new URL(url);
    const options = {
      host: "127.0.0.1",
      port: marketplace.port,
      servername: "www.etsy.com",
      ca: marketplace.cert,
      method,
      path: pathname + search,
    };
    return new Promise((resolve, reject) => {
      const sent = request({ ...options, headers: { ...headers, host: "www.etsy.com", ...(cookie !== "" && { cookie }) } }, (reply) => {
        const chunks: Buffer[] = [];
        cookie = reply.headers["set-cookie"]?.[0]?.split(";")[0] ?? cookie;
        reply.on("data", (chunk: Buffer) => chunks.push(chunk));
        reply.on("error", reject);
        reply.on("end", () => {
          const location = reply.headers.location;
          const retryAfter = reply.headers["retry-after"] ?? null;
          const redirected = location === undefined ? url : new URL(location, origin).href;
          resolve({
            status: location === undefined ? (reply.statusCode ?? 0) : 200,
            url: redirected,
            retryAfter,
            body: Buffer.concat(chunks).toString("utf8"),
          });
        });
      });
      sent.on("error", reject);
      sent.end(body ?? undefined);
    });
  }

  const control = async (settings: Record<string, unknown>): Promise<void> => {
    const headers = { "x-sandbox": "1", "content-type": "application/json" };
    const answer = await send({ method: "POST", url: `${origin}/sandbox/control`, headers, body: JSON.stringify(settings) });
    if (answer.status !== 200) throw new Error(`sandbox control: ${answer.body}`);
  };

  await control({ leastGapMs: 0 });
  return {
    send,
    control,
    get: async (path) => (await send({ method: "GET", url: origin + path, headers: {}, body: null })).body,
    close: () => marketplace.close(),
  };
}
