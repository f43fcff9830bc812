/** The prefix of every call; calls that the specification marks "no prefix" are also available without it. */
export const apiPrefix = "/v1";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * A call's path, method and encoding: all that a page needs to make it. It loads no schema, which keeps public pages and the extension small.
 */
export interface CallAddress {
  /** slice and operation, `accounts.sign-in`: used in the API document, cache keys and logs */
  readonly name: string;
  readonly method: Method;
  /** under the prefix, as in the specification */
  readonly path: string;
  /** the encoding of the body; form and multipart only where the specification or files require it */
  readonly body?: "json" | "form" | "multipart";
  /** `own`: the call has its own rule instead of the Idempotency-Key (sign-in, keys, tokens) */
  readonly idempotency?: "key" | "own";
}

/** The address of a call with the types of its contract but none of its code: `const x: AddressOf<typeof contract.x> = addresses.x`. */
export type AddressOf<C> = CallAddress & { readonly of?: C };
