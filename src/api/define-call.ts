import { z } from "zod";
import type { Permission, Role } from "./actors.ts";
import { isCodeName } from "./codes.ts";
import type { RefusalName } from "./codes.ts";

/** The prefix of every call; one that the specification marks "no prefix" answers without it as well. */
export const apiPrefix = "/v1";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
/** An answer that is a file and not an envelope. */
export const blob = z.unknown().brand<"blob">();

export interface CallDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** slice and deed, `accounts.sign-in`: the operation's id, the cache key's and the log's word */
  readonly name: string;
  readonly method: Method;
  /** under the prefix, as the specification writes it */
  readonly path: string;
  /** answers without the prefix too */
  readonly bare?: true;
  /** one line for the API document: what it does */
  readonly summary: string;
  readonly roles: "anyone" | readonly Role[];
  /** what an operator must be permitted; a provider always is */
  readonly permission?: Permission;
  /** `provider_uuid` of the input is a choice; anywhere else it is only checked against the session */
  readonly choosesProvider?: true;
  /** GET: the query; else the body. Strict: unknown fields are refused. */
  readonly input: I;
  readonly output: O;
  /** the refusals that this call may answer, besides those of any request */
  readonly codes: readonly RefusalName[];
  /** how the body travels; form and multipart are what the specification or files ask for */
  readonly body?: "json" | "form" | "multipart";
  /** `own`: the call has a rule of its own instead of the Idempotency-Key (sign-in, keys, tokens) */
  readonly idempotency?: "key" | "own";
  /** most bytes of a body; 256 kB unless told */
  readonly bodyLimitBytes?: number;
}

/** A call: one value, from which come the route, the client, the API document and the authorisation test. */
export type Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = CallDefinition<I, O>;

/**
 * Defines a call.
 * @throws Error where the definition contradicts itself (at start, not at the first request)
 */
export function defineCall<I extends z.ZodType, O extends z.ZodType>(definition: CallDefinition<I, O>): Call<I, O> {
  const { name, path, roles, permission } = definition;
  if (!/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(name)) throw new Error(`${name}: a call's name is slice.deed`);
  if (!path.startsWith("/")) throw new Error(`${name}: the path begins with /`);
  if (permission !== undefined && (roles === "anyone" || !roles.includes("operator")))
    throw new Error(`${name}: a permission is an operator's`);
  return Object.freeze(definition);
}

export type InputOf<C> = C extends Call<infer I> ? z.input<I> : never;
export type ParsedInputOf<C> = C extends Call<infer I> ? z.output<I> : never;
export type OutputOf<C> = C extends Call<z.ZodType, infer O> ? z.output<O> : never;

/**
 * A schema with one of the pure rules on top. The rule gives the name of a code or null; its name travels as the issue's message, and the
 * server answers with that code, in both languages, so that client and server refuse in the same words.
 */
export function ruled<S extends z.ZodType>(schema: S, rule: (value: z.output<S>) => RefusalName | null): S {
  return schema.superRefine((value, context) => {
    const refusal = rule(value);
    if (refusal !== null) context.addIssue({ code: "custom", message: refusal });
  });
}

/** The code that a zod issue stands for, or null where it is a mere shape error. */
export function codeOfIssue(issue: { message: string }): RefusalName | null {
  return isCodeName(issue.message) && issue.message !== "success" ? issue.message : null;
}

/** Things that the query string, being text, needs. */
export const query = {
  /** a whole number within bounds */
  int: (min: number, max: number) =>
    z
      .union([
        z.int(),
        z
          .string()
          .regex(/^-?\d{1,15}$/)
          .transform(Number),
      ])
      .pipe(z.int().min(min).max(max)),
  flag: () => z.union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")]),
  /** repeated, once, or not at all */
  list: <S extends z.ZodType>(item: S, max: number) => z.union([z.array(item).max(max), item.transform((one) => [one])]).default([]),
};
