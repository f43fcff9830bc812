import type { Area, Permission } from "#src/api/actors.ts";
import { areas, permissions } from "#src/api/actors.ts";
import type { Caller } from "#src/api/caller.tsx";
import { roleOf } from "#src/session/session.rules.ts";
import type { StoredSession } from "#src/session/session.rules.ts";
import type { Person } from "#src/session/session.store.ts";
import { clients } from "../callers.ts";

const known = (word: string): word is Permission => permissions.some((one) => one === word);

/** Who calls in an area: somebody that the server has named. */
export function callerOf(area: Area, { username, providerUuid, role, permissions: granted, isReadOnly }: Person): Caller {
  return { area, client: clients[area], scope: { username, providerUuid }, role, permissions: granted.filter(known), isReadOnly };
}

type Sessions = Readonly<Record<Area, StoredSession | null>>;

/**
 * The session that a public page works with: choosing a supplier is a retailer's deed, and a site administrator of either area edits the
 * configuration. Every other page is nobody's, so that a login never carries the tokens of an old session.
 */
export function sessionOfPage(pathname: string, sessions: Sessions): Area | null {
  if (pathname === "/ds/third-part-key-information" || pathname === "/ds/thirdpart-success-redirect")
    return sessions.ds === null ? null : "ds";
  if (pathname === "/tools/config") return areas.find((area) => sessions[area]?.role === "Site administrator") ?? null;
  return null;
}

/** Who calls on a public page. @param area the path's; null for shared pages */
export function publicCaller(area: Area | null, pathname: string, sessions: Sessions): Caller {
  const used = sessionOfPage(pathname, sessions);
  const session = used === null ? null : sessions[used];
  return {
    area: used ?? area,
    client: clients[used ?? "nobody"],
    scope: { username: session?.username ?? "", providerUuid: "" },
    role: roleOf(session?.role),
    permissions: [],
    isReadOnly: false,
  };
}
