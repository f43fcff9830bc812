import { create } from "zustand";
import type { ConnectionFacts } from "./connection.rules.ts";

/** The connection of the area in sight, as the shell draws it. */
interface ConnectionStore extends ConnectionFacts {
  /** until when what is seen was kept fresh, in ms since 1970 */
  readonly freshUntil: number;
}

export const useConnection = create<ConnectionStore>(() => ({
  socket: null,
  isOnline: navigator.onLine,
  unreachableSince: null,
  wasOpen: false,
  freshUntil: 0,
}));
