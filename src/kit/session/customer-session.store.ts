import { create } from "zustand";
import type { CustomerSession } from "./customer-session.storage.ts";
import { readCustomerSession, writeCustomerSession } from "./customer-session.storage.ts";

interface CustomerSessionStore {
  readonly session: CustomerSession | null;
  /** the session ended by itself; signing in takes it away */
  readonly isExpired: boolean;
  /** keeps a session, in storage too; null forgets it */
  keep(session: CustomerSession | null): void;
  /** reads again what another tab wrote */
  reread(): void;
  /** ends a session that the server does not take any more, unless another tab has a newer one */
  expire(): void;
}

/** The customer who is signed in on the public pages. `reread` fills it before the first drawing. */
export const useCustomerSession = create<CustomerSessionStore>((set, get) => ({
  session: null,
  isExpired: false,
  keep(session) {
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
