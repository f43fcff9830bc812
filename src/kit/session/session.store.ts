import { create } from "zustand";
import type { Area, Role } from "#src/kit/api/roles-and-permissions.ts";
import type { StoredSession } from "./session.rules.ts";
import { readSession, writeSession } from "./session.storage.ts";

/** The signed-in user, loaded once per area (`accounts.home`). */
export interface Person {
  readonly username: string;
  readonly role: Role;
  readonly displayName: string;
  readonly permissions: readonly string[];
  /** the provider whose data is shown: the user's own, or the retailer's current one */
  readonly providerUuid: string;
  /** a support session of a supplier in a retailer's area */
  readonly isReadOnly: boolean;
}

/** A supplier that the retailer works with. */
export interface KnownSupplier {
  readonly name: string;
  /** it has blocked the retailer, who cannot switch to it */
  readonly isBlocked: boolean;
}

interface SessionStore {
  readonly sessions: Readonly<Record<Area, StoredSession | null>>;
  readonly people: Readonly<Record<Area, Person | null>>;
  /** the retailer's suppliers, by uuid */
  readonly suppliers: Readonly<Record<string, KnownSupplier>>;
  /** counters that increase to trigger a refetch */
  readonly refresh: Readonly<Record<"mail" | "downloads", number>>;
  /** the notice of an expired login is shown; a login removes it */
  readonly isExpired: boolean;
  /** sets and stores a session; null removes it and its person */
  setSession(area: Area, session: StoredSession | null): void;
  /** changes parts of an existing session */
  change(area: Area, part: Partial<StoredSession>): void;
  /** rereads the session that another tab wrote */
  reread(area: Area): void;
  setPerson(area: Area, person: Person): void;
  addSuppliers(suppliers: Readonly<Record<string, KnownSupplier>>): void;
  askFor(what: "mail" | "downloads"): void;
  setExpired(isExpired: boolean): void;
}

function stored(area: Area): StoredSession | null {
  const state = readSession(area);
  return state.kind === "session" ? state.session : null;
}

/** The sessions of both areas (spec.md section 3). `readSessions` fills it before the first rendering. */
export const useSessions = create<SessionStore>((set, get) => ({
  sessions: { p: null, ds: null },
  people: { p: null, ds: null },
  suppliers: {},
  refresh: { mail: 0, downloads: 0 },
  isExpired: false,
  setSession(area, session) {
    writeSession(area, session);
    const { sessions, people, suppliers } = get();
    set({
      sessions: { ...sessions, [area]: session },
      people: { ...people, [area]: null },
      suppliers: area === "ds" ? {} : suppliers,
      ...(session === null ? {} : { isExpired: false }),
    });
  },
  change(area, part) {
    const session = get().sessions[area];
    if (session === null) return;
    const changed = { ...session, ...part };
    writeSession(area, changed);
    set({ sessions: { ...get().sessions, [area]: changed } });
  },
  reread(area) {
    const session = stored(area);
    const { sessions, people } = get();
    const isSame = session !== null && session.username === sessions[area]?.username && session.role === sessions[area]?.role;
    set({ sessions: { ...sessions, [area]: session }, people: isSame ? people : { ...people, [area]: null } });
  },
  setPerson: (area, person) => set({ people: { ...get().people, [area]: person } }),
  addSuppliers: (suppliers) => set({ suppliers: { ...get().suppliers, ...suppliers } }),
  askFor: (what) => set({ refresh: { ...get().refresh, [what]: get().refresh[what] + 1 } }),
  setExpired: (isExpired) => set({ isExpired }),
}));

/** Loads the stored sessions. */
export function readSessions(): void {
  useSessions.setState({ sessions: { p: stored("p"), ds: stored("ds") } });
}
