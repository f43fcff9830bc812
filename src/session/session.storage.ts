import type { Area } from "#src/api/actors.ts";
import type { SessionKey, StoredSession, StoredState } from "./session.rules.ts";
import { readStored, sessionKeys, storageKey } from "./session.rules.ts";

/** Reads an area's session of this browser. */
export function readSession(area: Area): StoredState {
  return readStored(area, (key) => localStorage.getItem(storageKey(area, key)));
}

/** Keeps an area's session; null forgets all of it. */
export function writeSession(area: Area, session: StoredSession | null): void {
  for (const key of sessionKeys) {
    const name = storageKey(area, key);
    if (session === null) localStorage.removeItem(name);
    else localStorage.setItem(name, textOf(session, key));
  }
}

function textOf(session: StoredSession, key: SessionKey): string {
  return key === "shops" ? JSON.stringify(session.shops) : String(session[key]);
}

/** Tells when another tab of this browser signed in, out, or renewed its tokens. */
export function followSessions(changed: (area: Area) => void, signal: AbortSignal): void {
  // A pair of tokens is two keys that are heard one after the other; `since` is written last of all.
  const heard = ["accessToken", "csrfToken", "shops", "since"] as const;
  const hear = ({ key }: StorageEvent) => {
    for (const area of ["p", "ds"] as const) if (key === null || heard.some((part) => key === storageKey(area, part))) changed(area);
  };
  addEventListener("storage", hear, { signal });
}
