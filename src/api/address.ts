/** The prefix of every call; one that the specification marks "no prefix" answers without it as well. */
export const apiPrefix = "/v1";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Where a call is made and how its body travels: what a page needs to make it. It loads no schema, so that public pages and the extension, which
 * have few kilobytes, can call too.
 */
export interface CallAddress {
  /** slice and deed, `accounts.sign-in`: the operation's id, the cache key's and the log's word */
  readonly name: string;
  readonly method: Method;
  /** under the prefix, as the specification writes it */
  readonly path: string;
  /** how the body travels; form and multipart are what the specification or files ask for */
  readonly body?: "json" | "form" | "multipart";
  /** `own`: the call has a rule of its own instead of the Idempotency-Key (sign-in, keys, tokens) */
  readonly idempotency?: "key" | "own";
}

/** The address of a call, with the types of its contract and none of its code: `const x: AddressOf<typeof contract.x> = addresses.x`. */
export type AddressOf<C> = CallAddress & { readonly of?: C };
