import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** A request due at a fixed time, regardless of earlier ones. */
interface Due {
  readonly path: string;
  readonly body: string;
}

export interface PacedAnswer {
  readonly status: number;
  readonly text: string;
  /** when it was due, sent and answered; ms of `performance.now()` */
  readonly dueAt: number;
  readonly sentAt: number;
  readonly doneAt: number;
}

function post(origin: string, agent: Agent, { path, body }: Due): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const sent = request(origin + path, { method: "POST", agent, headers }, (reply) => {
      let text = "";
      reply.setEncoding("utf8");
      reply.on("data", (part: string) => (text += part));
      reply.once("end", () => resolve({ status: reply.statusCode ?? 0, text }));
      reply.once("error", reject);
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

/**
 * POSTs at a fixed pace over kept connections without waiting for earlier answers: a server that stalls for a second has a second's requests to
 * answer, each counted from when it was due.
 * @param perSecond requests due per second
 * @throws Error if a connection failed
 */
export async function paced(origin: string, requests: readonly Due[], perSecond: number): Promise<PacedAnswer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const begun = performance.now();
  const under: Promise<PacedAnswer>[] = [];
  try {
    for (const [at, due] of requests.entries()) {
      const dueAt = begun + (at * 1000) / perSecond;
      const earlyMs = dueAt - performance.now();
      if (earlyMs > 0) await sleep(earlyMs);
      const sentAt = performance.now();
      under.push(post(origin, agent, due).then((answer) => ({ ...answer, dueAt, sentAt, doneAt: performance.now() })));
    }
    return await Promise.all(under);
  } finally {
    agent.destroy();
  }
}
