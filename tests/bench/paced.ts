import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** A request that is due at a time of its own, whatever became of those before. */
interface Due {
  readonly path: string;
  readonly body: string;
}

export interface PacedAnswer {
  readonly status: number;
  readonly text: string;
  /** when it should have been sent, when it was, and when its answer was there; ms of `performance.now()` */
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
 * POSTs at a fixed pace over kept connections. Nobody waits for the answer before: a server that stands still for a second has a second's requests to
 * answer for, from when each was due.
 *
 * @param perSecond how many fall due in a second
 * @throws Error where a connection failed
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
