import type { Area, Permission } from "#src/kit/api/roles-and-permissions.ts";
import { areas, permissions } from "#src/kit/api/roles-and-permissions.ts";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { readRole } from "#src/kit/session/session.rules.ts";
import type { StoredSession } from "#src/kit/session/session.rules.ts";
import type { Person } from "#src/kit/session/session.store.ts";
import { clients } from "../area-clients.ts";

const known = (word: string): word is Permission => permissions.some((one) => one === word);

/** Returns the caller of an area, a person loaded from the server. */
export function getAreaCaller(area: Area, { username, providerUuid, role, permissions: granted, isReadOnly }: Person): Caller {
  return { area, client: clients[area], scope: { username, providerUuid }, role, permissions: granted.filter(known), isReadOnly };
}

type Sessions = Readonly<Record<Area, StoredSession | null>>;

/**
 * Returns the session that a public page uses: a retailer's for choosing a supplier, and either area's site administrator for the configuration. Every
 * other page uses none, so that a login never sends the tokens of an old session.
 */
export function getSessionOfPage(pathname: string, sessions: Sessions): Area | null {
  if (pathname === "/ds/third-part-key-information" || pathname === "/ds/thirdpart-success-redirect")
    return sessions.ds === null ? null : "ds";
  if (pathname === "/tools/config") return areas.find((area) => sessions[area]?.role === "Site administrator") ?? null;
  return null;
}

/** Returns the caller of a public page. @param area the path's area; null for shared pages */
export function createPublicCaller(area: Area | null, pathname: string, sessions: Sessions): Caller {
  const used = getSessionOfPage(pathname, sessions);
  const session = used === null ? null : sessions[used];
  return {
    area: used ?? area,
    client: clients[used ?? "nobody"],
    scope: { username: session?.username ?? "", providerUuid: "" },
    role: readRole(session?.role),
    permissions: [],
    isReadOnly: false,
  };
}
