import type { FastifyInstance, FastifyRequest } from "fastify";
import { Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import type { Services } from "#server/platform/services.ts";
import { answer } from "./answer.ts";

/** The process's metrics; one registry a server, so that two in one process (tests) do not mix. */
export interface Figures {
  readonly registry: Registry;
  readonly requests: Histogram<"call" | "answer">;
  /** registers what counts the open sockets */
  watchSockets(count: () => number): void;
}

/** Creates the metrics: the process's own, requests by call and answer, open sockets, the pool. */
export function openFigures(services: Pick<Services, "database">): Figures {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "quayside_request_seconds",
    help: "time from a request's first byte to its answer's last, by call and answer",
    labelNames: ["call", "answer"] as const,
    buckets: [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 30],
    registers: [registry],
  });
  let countSockets = () => 0;
  const sockets = new Gauge({
    name: "quayside_sockets",
    help: "open websockets",
    registers: [],
    collect() {
      this.set(countSockets());
    },
  });
  const { database } = services;
  const { pool } = database;
  const connections = new Gauge({
    name: "quayside_database_connections",
    help: "connections of the pool by what they do",
    labelNames: ["state"],
    registers: [],
    collect() {
      this.set({ state: "open" }, pool.totalCount);
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "waiting" }, database.count().waiting);
    },
  });
  registry.registerMetric(sockets);
  registry.registerMetric(connections);
  const watchSockets = (count: () => number) => {
    countSockets = count;
  };
  return { registry, requests, watchSockets };
}

/** The headers that proxies add: a proxy on this machine has a loopback address, too. */
const forwardingHeader = /^(forwarded|via|x-real-ip|x-forwarded(-.*)?|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/** Whether a request comes from this machine and not through a proxy: metrics are for those who run the server. */
function isLocal(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? "";
  const isForwarded = Object.keys(request.headers).some((name) => forwardingHeader.test(name));
  return /^(::ffff:)?127\.|^::1$/.test(address) && !isForwarded;
}

/**
 * Serves `/healthz`: the process answers; `/readyz`: it can handle requests (the database answers, and it is not stopping); `/metrics`: metrics for
 * Prometheus, for this machine or with the token.
 */
export function addHealth(
  app: FastifyInstance,
  services: Services,
  figures: Figures,
  options: { metricsToken: string | undefined; isStopping: () => boolean },
): void {
  app.get("/healthz", { logLevel: "silent" }, (_request, reply) => reply.header("cache-control", "no-store").send({ ok: true }));
  app.get("/readyz", { logLevel: "silent" }, async (_request, reply) => {
    const isReady = !options.isStopping() && (await services.database.isReachable());
    return reply
      .code(isReady ? 200 : 503)
      .header("cache-control", "no-store")
      .send({ ok: isReady });
  });
  app.get("/metrics", { logLevel: "silent" }, async (request, reply) => {
    const { metricsToken } = options;
    const isShown = metricsToken === undefined ? isLocal(request) : request.headers.authorization === `Bearer ${metricsToken}`;
    if (!isShown) {
      const { status, body } = answer("noSuchCall");
      return reply.code(status).header("cache-control", "no-store").type("application/json; charset=utf-8").send(body);
    }
    return reply
      .header("cache-control", "no-store")
      .type(figures.registry.contentType)
      .send(await figures.registry.metrics());
  });
}
