import { z } from "zod";
import type { Permission, Role } from "./roles-and-permissions.ts";
import type { CallAddress } from "./address.ts";
import { isCodeName } from "./code-lookup.ts";
import type { RefusalName } from "./codes.ts";

/** The output of a call whose response is a file and not an envelope. */
export const blob = z.unknown().brand<"blob">();

export interface CallDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> extends CallAddress {
  /**
   * The extension may make this call too. Its pages have their own origin, so the response allows CORS for the extension's ids only. Such a call
   * authenticates by a bearer token or a device's proof, never by the origin.
   */
  readonly fromExtension?: true;
  /** also available without the prefix */
  readonly bare?: true;
  /** one line for the API document */
  readonly summary: string;
  readonly roles: "anyone" | readonly Role[];
  /** the permission that an operator needs; a provider always has it */
  readonly permission?: Permission;
  /** the caller chooses `provider_uuid`; in other calls it must match the session */
  readonly choosesProvider?: true;
  /** the query of a GET, the body of other methods. Strict: unknown fields are refused. */
  readonly input: I;
  readonly output: O;
  /** the refusals that this call may return, besides those of any request */
  readonly codes: readonly RefusalName[];
  /** only reads, though the method is not GET; the server stops when the client disconnects */
  readonly onlyReads?: true;
  /** stores something, though the method is GET; in the request's transaction, the database refuses it to any other GET */
  readonly writes?: true;
  /** the longest body in bytes; 256 kB by default */
  readonly bodyLimitBytes?: number;
  /** limits of a multipart call whose files are not images, and the refusals when they are exceeded */
  readonly files?: {
    readonly maxBytes: number;
    readonly tooLarge: RefusalName;
    readonly maxFiles: number;
    readonly tooMany: RefusalName;
  };
}

/** The definition of a call. The route, the client, the API document and the authorisation test derive from it. */
export type Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = CallDefinition<I, O>;

/**
 * Defines a call.
 * @throws Error at startup if the definition contradicts itself
 */
export function defineCall<I extends z.ZodType, O extends z.ZodType>(definition: CallDefinition<I, O>): Call<I, O> {
  const { name, path, roles, permission } = definition;
  if (!/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(name)) throw new Error(`${name}: a call's name must be slice.action`);
  if (!path.startsWith("/")) throw new Error(`${name}: the path must begin with /`);
  if (permission !== undefined && (roles === "anyone" || !roles.includes("operator")))
    throw new Error(`${name}: a permission requires the role operator`);
  return Object.freeze(definition);
}

/** The input of a call, or of an address that refers to one. */
export type InputOf<C> =
  C extends Call<infer I> ? z.input<I> : C extends { readonly of?: infer K } ? (K extends Call<infer I> ? z.input<I> : never) : never;
export type ParsedInputOf<C> = C extends Call<infer I> ? z.output<I> : never;
export type OutputOf<C> =
  C extends Call<z.ZodType, infer O>
    ? z.output<O>
    : C extends { readonly of?: infer K }
      ? K extends Call<z.ZodType, infer O>
        ? z.output<O>
        : never
      : never;

/**
 * Adds a pure rule to a schema. The rule returns the name of a code or null. The name is the issue's message, and the server responds with that code,
 * so that client and server refuse with the same text.
 */
export function ruled<S extends z.ZodType>(schema: S, rule: (value: z.output<S>) => RefusalName | null): S {
  return schema.superRefine((value, context) => {
    const refusal = rule(value);
    if (refusal !== null) context.addIssue({ code: "custom", message: refusal });
  });
}

/** Returns the code of a zod issue; null for an issue of the schema's own. */
export function getIssueCode(issue: { message: string }): RefusalName | null {
  return isCodeName(issue.message) && issue.message !== "success" ? issue.message : null;
}

/** Schemas for the values of a query string, which are texts. */
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
