import { z } from "zod";
import type { Permission, Role } from "./actors.ts";
import type { CallAddress } from "./address.ts";
import { isCodeName } from "./codes.ts";
import type { RefusalName } from "./codes.ts";

/** An answer that is a file and not an envelope. */
export const blob = z.unknown().brand<"blob">();

export interface CallDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> extends CallAddress {
  /**
   * Answers the extension too, whose pages have an origin of their own: CORS for its ids, and for nobody else. Such a call trusts a bearer token
   * or a device's proof, never where it comes from.
   */
  readonly fromExtension?: true;
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
  /** changes nothing, though it is no GET: it ends where nobody waits for it any more */
  readonly onlyReads?: true;
  /** most bytes of a body; 256 kB unless told */
  readonly bodyLimitBytes?: number;
  /** of a multipart call whose files are no pictures: most bytes of one, most files, and what is answered where there are more */
  readonly files?: {
    readonly maxBytes: number;
    readonly tooLarge: RefusalName;
    readonly maxFiles: number;
    readonly tooMany: RefusalName;
  };
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

/** The input of a call, or of an address that stands for one. */
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
export function getIssueCode(issue: { message: string }): RefusalName | null {
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
