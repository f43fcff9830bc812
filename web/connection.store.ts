import { create } from "zustand";
import type { ConnectionFacts } from "./connection.rules.ts";

/** The connection of the current area, as the shell shows it. */
interface ConnectionStore extends ConnectionFacts {
  /** until when the page was kept fresh, in ms since 1970 */
  readonly freshUntil: number;
}

export const useConnection = create<ConnectionStore>(() => ({
  socket: null,
  isOnline: navigator.onLine,
  unreachableSince: null,
  wasOpen: false,
  freshUntil: 0,
}));
