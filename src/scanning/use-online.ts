import { useSyncExternalStore } from "react";

function follow(changed: () => void): () => void {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}

/** Whether this device has a network at all; that it reaches the server is not said. */
export function useOnline(): boolean {
  return useSyncExternalStore(follow, () => navigator.onLine);
}
