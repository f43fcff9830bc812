import type { ValidateFunction } from "ajv";
import { Ajv } from "ajv";
import { sharedFile } from "./shared-file.ts";

/** Stripe's published API, as far as stripe-node's types describe it. */
export interface StripeSchemas {
  /** Lists faults of a request's parameters. `call`: `POST /v1/customers`; null if the API has no such call. */
  requestFaults(call: string, params: object): string[] | null;
  /** Lists faults of an API object, identified by its field `object`; null if the API has no such kind. */
  resourceFaults(resource: { object: string }): string[] | null;
  /** the parameters of a call; null if the API has no such call */
  parameterNames(call: string): string[] | null;
}

interface SchemaFile {
  roots: Record<string, { $ref: string }>;
  definitions: Record<string, { properties?: Record<string, unknown> }>;
}

/** The types describe what the SDK returns, where decimals are objects. On the wire they are strings, which is what is checked. */
function onTheWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(onTheWire);
  if (typeof value !== "object" || value === null) return value;
  if ("allOf" in value && JSON.stringify(value.allOf).includes("#/definitions/DecimalImpl"))
    return { type: "string", pattern: "^-?\\d+(\\.\\d+)?$" };
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, onTheWire(part)]));
}

function schemaFile(name: string): SchemaFile | null {
  const text = sharedFile(`contracts/stripe/stripe-23.1.0.${name}.schema.json`);
  return text === null ? null : (onTheWire(JSON.parse(text)) as SchemaFile);
}

/** Objects that the API describes without making them roots. */
const unrooted: Readonly<Record<string, { $ref: string }>> = {
  payment_intent: { $ref: "#/definitions/PaymentIntents:PaymentIntent" },
  payment_method: { $ref: "#/definitions/PaymentMethods:PaymentMethod" },
  invoice_payment: { $ref: "#/definitions/InvoicePayments:InvoicePayment" },
};

/** Returns validators of a file's roots, compiled on first use. */
function validators(file: SchemaFile): (root: string) => ValidateFunction | null {
  // The schema is large: inlining or optimizing would take longer than all checks.
  const ajv = new Ajv({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
  ajv.addSchema({ definitions: file.definitions }, "contract");
  return (root) => {
    const found = file.roots[root] ?? unrooted[root];
    return found === undefined ? null : (ajv.getSchema(`contract${found.$ref}`) ?? null);
  };
}

function faults(validate: ValidateFunction | null, value: unknown): string[] | null {
  if (validate === null) return null;
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message ?? ""} ${JSON.stringify(params)}`);
}

/** Reads the schemas beside the project; null if they are missing. */
export function stripeSchemas(): StripeSchemas | null {
  const params = schemaFile("params");
  const resources = schemaFile("resources");
  if (params === null || resources === null) return null;
  const requestOf = validators(params);
  const resourceOf = validators(resources);
  return {
    requestFaults: (call, given) => faults(requestOf(call), given),
    resourceFaults: (resource) => faults(resourceOf(resource.object), resource),
    parameterNames: (call) => {
      const name = params.roots[call]?.$ref.replace("#/definitions/", "");
      return name === undefined ? null : Object.keys(params.definitions[decodeURIComponent(name)]?.properties ?? {});
    },
  };
}
