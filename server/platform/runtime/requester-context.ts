import { AsyncLocalStorage } from "node:async_hooks";
import type { Requester } from "./fair-limiter.ts";

const current = new AsyncLocalStorage<{ requester: Requester; identity?: string }>();

/** Runs `work`, and all that it calls, on behalf of a requester: what it takes of the limiters counts for that company. */
export function runFor<T>(requester: Requester, work: () => Promise<T>): Promise<T> {
  return current.run({ requester }, work);
}

/** Names the company of the current requester once it is known who that is. Nothing outside of `runFor`. */
export function setCompany(company: string): void {
  const store = current.getStore();
  if (store !== undefined) store.requester = { ...store.requester, company };
}

/** Names what decides what the current requester may see: the session with its user, companies and permissions. Nothing outside of `runFor`. */
export function setIdentity(identity: string): void {
  const store = current.getStore();
  if (store !== undefined) store.identity = identity;
}

/** Returns the identity of the current requester; null if it has none, such as a job. */
export function getIdentity(): string | null {
  return current.getStore()?.identity ?? null;
}

/** Returns on whose behalf the current work runs. @param company the company to assume outside of `runFor` */
export function getRequester(company = "server"): Requester {
  return current.getStore()?.requester ?? { company };
}
