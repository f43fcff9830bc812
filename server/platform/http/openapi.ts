import { z } from "zod";
import { codes } from "#src/kit/api/codes.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { blob } from "#src/kit/api/define-call.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import { listAddresses } from "./register-calls.ts";

type Json = Record<string, unknown>;

/** Leaves out what a schema says twice: the pattern of a named format, and the bounds of any integer that JSON carries exactly. */
function shorten({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function toSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const options = { io, unrepresentable: "any", target: "draft-2020-12", override: shorten } as const;
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, options) as Json;
  return rest;
}

/** The codes that any request may return, besides its call's own. */
const always: readonly RefusalName[] = ["parameterError", "tooMany", "systemError", "unavailable", "noDiskSpace"];
const signedIn: readonly RefusalName[] = ["notSignedIn", "loginExpired", "forbidden", "csrfTokenError"];

function listCodes(call: Call): RefusalName[] {
  return [...new Set([...always, ...(call.roles === "anyone" ? [] : signedIn), ...call.codes])];
}

function listRefusals(names: readonly RefusalName[]): string {
  return names.map((name) => `${codes[name].code} ${codes[name].en_us}`).join("; ");
}

function groupByStatus(names: readonly RefusalName[]): Map<number, RefusalName[]> {
  return Map.groupBy(names, (name) => codes[name].http ?? 200);
}

function describeRefusals(names: readonly RefusalName[]): Json {
  return { description: listRefusals(names), content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } } };
}

/** By status, the refusals that nearly all calls have in common: written once. */
const commonRefusals = groupByStatus([...always, ...signedIn]);

function describeResponses(call: Call): Json {
  const byStatus = groupByStatus(listCodes(call));
  const responses: Json = {};
  const success =
    call.output === (blob as z.ZodType)
      ? { "application/octet-stream": { schema: { type: "string", format: "binary" } } }
      : {
          "application/json": {
            schema: {
              type: "object",
              required: ["code", "msg", "data"],
              properties: {
                code: { type: "integer" },
                msg: { $ref: "#/components/schemas/Message" },
                data: toSchema(call.output, "output"),
              },
            },
          },
        };
  responses["200"] = { description: `200 OK. Refusals: ${listRefusals(byStatus.get(200) ?? []) || "none"}`, content: success };
  for (const [status, names] of [...byStatus].toSorted(([a], [b]) => a - b)) {
    if (status === 200) continue;
    const isCommon = listRefusals(names) === listRefusals(commonRefusals.get(status) ?? []);
    responses[String(status)] = isCommon ? { $ref: `#/components/responses/Refused${status}` } : describeRefusals(names);
  }
  return responses;
}

function describeParameters(call: Call): Json[] {
  const parameters: Json[] = [];
  if (call.method === "GET") {
    const { properties = {}, required = [] } = toSchema(call.input, "input") as { properties?: Record<string, Json>; required?: string[] };
    for (const [name, schema] of Object.entries(properties))
      parameters.push({ name, in: "query", required: required.includes(name), schema });
  } else if (call.idempotency !== "own") {
    parameters.push({ $ref: "#/components/parameters/IdempotencyKey" });
  }
  if (call.roles !== "anyone") parameters.push({ $ref: "#/components/parameters/CsrfToken" });
  return parameters;
}

const mediaTypes = { json: "application/json", form: "application/x-www-form-urlencoded", multipart: "multipart/form-data" } as const;

function describeOperation(call: Call, isBare: boolean): Json {
  const permission = call.permission === undefined ? "" : ` An operator needs the permission \`${call.permission}\`.`;
  const who = call.roles === "anyone" ? "Roles: anyone." : `Roles: ${call.roles.join(", ")}.`;
  return {
    operationId: isBare ? `${call.name}.bare` : call.name,
    tags: [call.name.split(".")[0]],
    summary: call.summary,
    description: `${who}${permission}`,
    security: call.roles === "anyone" ? [] : [{ bearer: [] }],
    parameters: describeParameters(call),
    ...(call.method === "GET"
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              [mediaTypes[call.body ?? "json"]]: {
                schema:
                  call.body === "multipart"
                    ? { type: "object", additionalProperties: { type: "array", items: { type: "string", format: "binary" } } }
                    : toSchema(call.input, "input"),
              },
            },
          },
        }),
    responses: describeResponses(call),
  };
}

/** Builds the OpenAPI 3.1 document of a list of calls from their definitions alone. */
export function openApiDocument(calls: readonly Call[]): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls)
    for (const [index, url] of listAddresses(call).entries())
      paths[url] = { ...paths[url], [call.method.toLowerCase()]: describeOperation(call, index > 0) };
  const envelope = (data: Json) => ({
    type: "object",
    required: ["code", "msg", "data"],
    properties: { code: { type: "integer" }, msg: { $ref: "#/components/schemas/Message" }, data },
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "Quayside",
      version: "1",
      description:
        "Every JSON response is `{code, msg: {en_us, zh_cn}, data}`. On success `code` is 200 or a positive multiple of 1000. Business refusals have HTTP status 200 and a code of their own.",
    },
    servers: [{ url: "/" }],
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      parameters: {
        CsrfToken: {
          name: "X-CSRF-Token",
          in: "header",
          required: true,
          schema: { type: "string" },
          description: "The CSRF token of the bearer token; see `accounts.get-csrf-token`.",
        },
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          schema: { type: "string", minLength: 8, maxLength: 200 },
          description:
            "Repeating a request with the same key returns the first response. A different request with the same key is refused with status 409.",
        },
      },
      responses: Object.fromEntries(
        [...commonRefusals].flatMap(([status, names]) => (status === 200 ? [] : [[`Refused${status}`, describeRefusals(names)]])),
      ),
      schemas: {
        Message: toSchema(z.object({ en_us: z.string(), zh_cn: z.string() }), "output"),
        Refusal: envelope({}),
      },
    },
  };
}
