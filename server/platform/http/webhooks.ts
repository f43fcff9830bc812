import type { FastifyInstance } from "fastify";
import type { CodeName } from "#src/kit/api/codes.ts";
import type { Services } from "#server/platform/services.ts";
import { answer } from "./answer.ts";

/** An address at which an outside party delivers webhooks, signed over its raw bytes. */
export interface Inbound {
  /** slice and action, for logs and metrics: `subscription.payment-webhook` */
  readonly name: string;
  /** complete, with the prefix */
  readonly path: string;
  readonly bodyLimitBytes: number;
  /**
   * Accepts one delivery: checks the signature, stores it with a job to process it, and answers at once.
   * @returns the code of the answer: also `success` for a duplicate or an irrelevant event, so that it is not sent again
   */
  readonly take: (delivery: {
    services: Services;
    rawBody: Buffer;
    header: (name: string) => string | undefined;
    now: Date;
  }) => Promise<CodeName>;
}

const json = "application/json; charset=utf-8";

/** Adds the routes of inbound webhooks: no token, no CSRF, no Idempotency-Key, only their signature. */
export async function addInbound(app: FastifyInstance, services: Services, inbound: readonly Inbound[]): Promise<void> {
  // A context of its own: only here a body stays the bytes that were signed.
  await app.register(async (context) => {
    context.removeAllContentTypeParsers();
    context.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    for (const { name, path, bodyLimitBytes, take } of inbound)
      context.post(path, { bodyLimit: bodyLimitBytes, config: { call: name } }, async (request, reply) => {
        const header = (wanted: string) => {
          const value = request.headers[wanted];
          return Array.isArray(value) ? value[0] : value;
        };
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const given = answer(await take({ services, rawBody, header, now: services.clock.now() }));
        request.outcome = { name: given.name, userUuid: "" };
        return reply.code(given.status).header("cache-control", "no-store").type(json).send(given.body);
      });
  });
}
