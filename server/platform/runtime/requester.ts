import { AsyncLocalStorage } from "node:async_hooks";
import type { Acting } from "#server/platform/db/acting.ts";
import type { Requester } from "./fair-limiter.ts";

const current = new AsyncLocalStorage<{ requester: Requester }>();

/** Runs `work`, and all that it calls, on behalf of a requester: what it takes of the limiters counts for that company. */
export function runFor<T>(requester: Requester, work: () => Promise<T>): Promise<T> {
  return current.run({ requester }, work);
}

/** Names the company of the current requester once it is known who that is. Nothing outside of `runFor`. */
export function setCompany(company: string): void {
  const store = current.getStore();
  if (store !== undefined) store.requester = { ...store.requester, company };
}

/** Returns the company that a transaction acts for, if no request or job set one. */
export function getActingCompany({ kind, providerUuid, retailerUuid, userUuid }: Acting): string {
  return retailerUuid ?? providerUuid ?? userUuid ?? kind;
}

/** Returns on whose behalf the current work runs. @param acting who its transaction acts for, if nothing else is known */
export function getRequester(acting?: Acting): Requester {
  const known = current.getStore()?.requester;
  if (known !== undefined) return known;
  return { company: acting === undefined ? "server" : getActingCompany(acting) };
}
