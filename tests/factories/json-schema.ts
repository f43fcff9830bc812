import type { ValidateFunction } from "ajv";
import { Ajv } from "ajv";
import { sharedFile } from "./shared-file.ts";

/** Stripe's published contract, as far as stripe-node's types tell it. */
export interface StripeSchemas {
  /** What is wrong with the parameters of a request, one line each. `call`: `POST /v1/customers`; null where the contract has no such call. */
  requestFaults(call: string, params: object): string[] | null;
  /** What is wrong with an object of the API, by its field `object`; null where the contract has none of that kind. */
  resourceFaults(resource: { object: string }): string[] | null;
  /** the names of the parameters that a call takes; null where the contract has no such call */
  parameterNames(call: string): string[] | null;
}

interface SchemaFile {
  roots: Record<string, { $ref: string }>;
  definitions: Record<string, { properties?: Record<string, unknown> }>;
}

/**
 * The types describe what the SDK hands out, where decimals are objects. On the wire they are strings, which is what is checked here.
 */
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

/** Objects that the contract describes without making them roots. */
const unrooted: Readonly<Record<string, { $ref: string }>> = {
  payment_intent: { $ref: "#/definitions/PaymentIntents:PaymentIntent" },
  payment_method: { $ref: "#/definitions/PaymentMethods:PaymentMethod" },
  invoice_payment: { $ref: "#/definitions/InvoicePayments:InvoicePayment" },
};

/** Validators of a file's roots, each made when it is first asked for. */
function validators(file: SchemaFile): (root: string) => ValidateFunction | null {
  // The contract is large: inlining its parts or optimizing the code takes longer than all the checks.
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

/** The schemas beside the project; null where this machine has none. */
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
