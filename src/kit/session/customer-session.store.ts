import { create } from "zustand";
import type { CustomerSession } from "./customer-session.storage.ts";
import { readCustomerSession, writeCustomerSession } from "./customer-session.storage.ts";

interface CustomerSessionStore {
  readonly session: CustomerSession | null;
  /** the session expired; a sign-in resets this */
  readonly isExpired: boolean;
  /** sets and stores a session; null removes it */
  setSession(session: CustomerSession | null): void;
  /** rereads the session that another tab wrote */
  reread(): void;
  /** ends a session that the server no longer accepts, unless another tab has a newer one */
  expire(): void;
}

/** The session of the customer signed in on the public pages. `reread` fills it before the first rendering. */
export const useCustomerSession = create<CustomerSessionStore>((set, get) => ({
  session: null,
  isExpired: false,
  setSession(session) {
    writeCustomerSession(session);
    set({ session, isExpired: false });
  },
  reread: () => set({ session: readCustomerSession(), isExpired: false }),
  expire() {
    const { session } = get();
    if (session === null) return;
    const stored = readCustomerSession();
    if (stored !== null && stored.accessToken !== session.accessToken) return set({ session: stored });
    writeCustomerSession(null);
    set({ session: null, isExpired: true });
  },
}));
