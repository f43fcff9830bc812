import type { IncomingMessage, ServerResponse } from "node:http";
import formbody from "@fastify/formbody";
import Fastify, { LogController } from "fastify";
import type { FastifyInstance } from "fastify";
import { implementations, inbound } from "./calls.ts";
import { answerExtension } from "./platform/http/cors.ts";
import { addDeadline } from "./platform/http/deadline.ts";
import { addDocs } from "./platform/http/docs.ts";
import { answerBrokenAddress, answerBrokenHttp, answerErrors, refuseUnclearHost } from "./platform/http/errors.ts";
import { addHealth, openFigures } from "./platform/http/health.ts";
import type { Figures } from "./platform/http/health.ts";
import { addInbound } from "./platform/http/webhooks.ts";
import { addPages } from "./platform/http/pages.ts";
import type { PagesOptions } from "./platform/http/pages.ts";
import { addCalls, listMethodsByAddress } from "./platform/http/register-calls.ts";
import { httpOptions } from "./platform/runtime/listen.ts";
import { addRateLimit, addSecurityHeaders, endPipelines } from "./platform/http/security.ts";
import { acceptMultipart } from "./platform/http/uploads.ts";
import type { Services } from "./platform/services.ts";

export interface AppOptions {
  readonly isProduction: boolean;
  /** requests a minute and address */
  readonly ratePerMinute: number;
  /** the proxies whose X-Forwarded-For is trusted; none by default */
  readonly trustProxy: boolean | string;
  readonly metricsToken: string | undefined;
  readonly isStopping: () => boolean;
  /** the ids of the extension, whose pages may make the calls that allow it */
  readonly extensionIds?: readonly string[];
  /** the web application; without it, only calls are answered */
  readonly pages?: PagesOptions;
  /** how long a socket may be idle: a client that never reads is disconnected */
  readonly idleSocketMs?: number;
  /** how long a request may take to arrive completely */
  readonly requestTimeoutMs?: number;
  /** how long a handler may take; after that the request is answered with 503 */
  readonly answerWithinMs?: number;
}

/** Builds the HTTP server with every call of `calls.ts`, without listening yet. */
export async function buildApp(services: Services, options: AppOptions): Promise<{ app: FastifyInstance; figures: Figures }> {
  const { requestTimeoutMs = 60_000, answerWithinMs = 55_000 } = options;
  const app: FastifyInstance = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit: 256 * 1024,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: options.idleSocketMs ?? 120_000,
    keepAliveTimeout: 72_000,
    // Requests on connections that were open are still answered: the server ends when they have been.
    return503OnClosing: false,
    // Node looks for late requests only if both are given and the first is no longer.
    http: { ...httpOptions, headersTimeout: requestTimeoutMs, requestTimeout: requestTimeoutMs },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // the request's id is ours: one from outside could be anything
    requestIdHeader: false,
    frameworkErrors: answerBrokenAddress,
    clientErrorHandler: answerBrokenHttp,
  });
  // A server may ignore an expectation that it does not know (RFC 9110, 10.1.1).
  app.server.on("checkExpectation", (request: IncomingMessage, reply: ServerResponse) => app.routing(request, reply));
  app.decorateRequest("outcome", null);
  const figures = openFigures(services);
  const calls = implementations.map(({ call }) => call);
  answerErrors(app, listMethodsByAddress(calls));
  endPipelines(app);
  addDeadline(app, answerWithinMs);
  addSecurityHeaders(app, options.isProduction);
  refuseUnclearHost(app);
  await addRateLimit(app, options.ratePerMinute);
  await app.register(formbody);
  await acceptMultipart(app);
  app.addHook("onSend", async (_request, reply) => {
    if (options.isStopping()) void reply.header("connection", "close");
  });
  app.addHook("onResponse", async (request, reply) => {
    const call = request.routeOptions.config?.call ?? "other";
    const seconds = reply.elapsedTime / 1000;
    const outcome = request.outcome?.name ?? String(reply.statusCode);
    figures.requests.observe({ call, answer: outcome }, seconds);
    // Neither address line nor headers nor body: tokens and personal data stay out of the log.
    request.log.info(
      { call, status: reply.statusCode, answer: outcome, ms: Math.round(reply.elapsedTime), user: request.outcome?.userUuid ?? "" },
      "request",
    );
  });
  answerExtension(app, calls, options.extensionIds ?? [], services.clock);
  addHealth(app, services, figures, options);
  addCalls(app, services, implementations);
  await addInbound(app, services, inbound);
  await addDocs(app, calls);
  if (options.pages !== undefined) await addPages(app, services, options.pages);
  return { app, figures };
}
