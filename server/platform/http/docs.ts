import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import type { Call } from "#src/kit/api/define-call.ts";
import { openApiDocument } from "./openapi.ts";

/** The page's own scripts are files of this server; the library's styles are partly inline. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Serves the API document as a page at `/docs`, and as JSON at `/docs/json`. */
export async function addDocs(app: FastifyInstance, calls: readonly Call[]): Promise<void> {
  // The document is built from the calls and not collected from the routes: both come from the same values.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this call's handler; its schema has parsed the input
  await app.register(swagger, { mode: "static", specification: { document: openApiDocument(calls) as never } });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    staticCSP: true,
    // The page needs nothing from elsewhere; and a developer's machine has no https to upgrade to.
    transformStaticCSP: () => docsPolicy,
    theme: { title: "Quayside: calls", css: [{ filename: "quayside.css", content: ".swagger-ui .topbar { display: none }" }] },
    uiConfig: { docExpansion: "list", deepLinking: true, defaultModelsExpandDepth: -1 },
  });
}
