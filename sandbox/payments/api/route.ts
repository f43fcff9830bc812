import type { Account } from "../account.ts";
import { StripeError } from "../stripe-error.ts";
import type { FormValue } from "../form.ts";
import type { FieldsReader } from "../params.ts";

/** The parsed and typed input of a request. */
export interface Asked<P> {
  account: Account;
  /** the id in the path, "" if there is none */
  id: string;
  params: P;
}

/** One operation of the API. */
export interface ApiRoute {
  method: "GET" | "POST" | "DELETE";
  /** as in Stripe's reference: `/v1/customers/{id}` */
  path: string;
  /** the names of the accepted parameters */
  names: readonly string[];
  /** @returns the answer, what to expand in it, and the parsed parameters */
  serve(account: Account, id: string, sent: FormValue): { answer: object; expand: (string | null)[]; params: object };
}

/** Declares a route; the reader gives the handler its parameters. */
export function route<P extends object>(
  method: ApiRoute["method"],
  path: string,
  reader: ((value: FormValue, param: string) => P) & Pick<FieldsReader<never>, "names">,
  handler: (asked: Asked<P>) => object,
): ApiRoute {
  return {
    method,
    path,
    names: reader.names,
    serve: (account, id, sent) => {
      const params = reader(sent, "");
      const answer = handler({ account, id, params });
      const expand = "expand" in params && Array.isArray(params.expand) ? params.expand.map(String) : [];
      return { answer, expand, params };
    },
  };
}

interface Page {
  limit?: number | undefined;
  starting_after?: string | null | undefined;
  ending_before?: string | null | undefined;
}

function placeOf(items: readonly { id: string }[], id: string, param: string): number {
  const place = items.findIndex((one) => one.id === id);
  if (place < 0) throw new StripeError(400, { code: "resource_missing", message: `No such object: '${id}'`, param });
  return place;
}

/** Returns one page of a list that is newest first. `url`: the list's own path. */
export function pageOf(items: readonly { id: string }[], page: Page, url: string): object {
  const limit = page.limit ?? 10;
  const { starting_after: after, ending_before: before } = page;
  if (typeof before === "string") {
    const end = placeOf(items, before, "ending_before");
    const start = Math.max(0, end - limit);
    return { object: "list", data: items.slice(start, end), has_more: start > 0, url };
  }
  const start = typeof after === "string" ? placeOf(items, after, "starting_after") + 1 : 0;
  return { object: "list", data: items.slice(start, start + limit), has_more: items.length > start + limit, url };
}
