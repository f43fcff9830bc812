import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import type { SessionKey, StoredSession, StoredState } from "./session.rules.ts";
import { readStored, sessionKeys, getStorageKey } from "./session.rules.ts";

/** Reads an area's stored session. */
export function readSession(area: Area): StoredState {
  return readStored(area, (key) => localStorage.getItem(getStorageKey(area, key)));
}

/** Stores an area's session; null removes it. */
export function writeSession(area: Area, session: StoredSession | null): void {
  for (const key of sessionKeys) {
    const name = getStorageKey(area, key);
    if (session === null) localStorage.removeItem(name);
    else localStorage.setItem(name, getText(session, key));
  }
}

function getText(session: StoredSession, key: SessionKey): string {
  return key === "shops" ? JSON.stringify(session.shops) : String(session[key]);
}

/** Observes sign-ins, sign-outs and renewals of other tabs. */
export function followSessions(changed: (area: Area) => void, signal: AbortSignal): void {
  // The two tokens are two storage events; `since` is written last.
  const watchedKeys = ["accessToken", "csrfToken", "shops", "since"] as const;
  const handleStorage = ({ key }: StorageEvent) => {
    for (const area of ["p", "ds"] as const)
      if (key === null || watchedKeys.some((part) => key === getStorageKey(area, part))) changed(area);
  };
  addEventListener("storage", handleStorage, { signal });
}
