import { useSyncExternalStore } from "react";

function follow(changed: () => void): () => void {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}

/** Returns whether this device has a network; the server may still be unreachable. */
export function useOnline(): boolean {
  return useSyncExternalStore(follow, () => navigator.onLine);
}
