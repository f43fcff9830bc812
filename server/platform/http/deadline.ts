import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** Aborted once the reply has closed (it was sent, or the client has disconnected) or the deadline has passed. */
    workSignal: AbortSignal;
  }
}

/** The reason why a request is answered before its work is done. Answered as `unavailable`, and logged with this message. */
class DeadlineExceeded extends Error {
  readonly statusCode = 503;
  override readonly name = "DeadlineExceeded";
}

/** One for all requests: without a reason, each abort creates an exception with its stack. */
const replyClosed = new Error("the reply has closed");

/**
 * Answers a request whose handler takes too long, and aborts its `workSignal`. Fastify's own `handlerTimeout` cannot do this: it is cleared as soon
 * as a body has been read. A reply that is being sent is not cut: a client may take long to read a large file.
 *
 * @param withinMs counted from the request's arrival, and again from the end of its body, whose arrival has a limit of its own (`requestTimeout`)
 */
export function addDeadline(app: FastifyInstance, withinMs: number): void {
  app.decorateRequest("workSignal");
  app.addHook("onRequest", async (request, reply) => {
    const { raw } = request;
    const work = new AbortController();
    request.workSignal = work.signal;
    const timer = setTimeout(() => {
      if (reply.sent || reply.raw.headersSent) return;
      if (!raw.complete) return void timer.refresh();
      const error = new DeadlineExceeded(`no answer within ${withinMs} ms from ${request.routeOptions.config?.call ?? "other"}`);
      work.abort(error);
      void reply.send(error);
    }, withinMs);
    raw.once("end", () => timer.refresh());
    reply.raw.once("close", () => {
      clearTimeout(timer);
      work.abort(replyClosed);
    });
  });
}
