import type { Area, Role, WireRole } from "#src/kit/api/roles-and-permissions.ts";
import { mayEnter, wireRoles } from "#src/kit/api/roles-and-permissions.ts";

/** A shop in the stored session. */
export interface SavedShop {
  readonly shop_uuid: string;
  readonly name: string;
  readonly provider_uuid: string;
}

/** A session as stored in local storage (spec.md section 3), separately by area. */
export interface StoredSession {
  readonly accessToken: string;
  /** empty if lost; it is then fetched again */
  readonly csrfToken: string;
  readonly username: string;
  readonly role: WireRole;
  /** the provider's or the retailer's uuid; empty for others */
  readonly relatedId: string;
  /** PNG as base64; empty for none */
  readonly avatar: string;
  readonly shops: readonly SavedShop[];
  /** when this pair of tokens was issued, in ms since 1970; 0 if unknown */
  readonly since: number;
}

/** The response of a sign-in, as far as it is stored. */
interface SignInResponse {
  readonly access_token: string;
  readonly csrf_token: string;
  readonly username: string;
  readonly user_role: WireRole;
  readonly user_related_id: string;
  readonly avatar_base64: string;
}

/** Converts the response of a sign-in to the stored session. The shops are loaded later. */
export function toStoredSession(response: SignInResponse, nowMs: number): StoredSession {
  return {
    accessToken: response.access_token,
    csrfToken: response.csrf_token,
    username: response.username,
    role: response.user_role,
    relatedId: response.user_related_id,
    avatar: response.avatar_base64,
    shops: [],
    since: nowMs,
  };
}

/** The keys in local storage, by area: `p.accessToken` and so on. */
export const sessionKeys = ["accessToken", "csrfToken", "username", "role", "relatedId", "avatar", "shops", "since"] as const;
export type SessionKey = (typeof sessionKeys)[number];

/** Returns the local storage key of a part of an area's session. */
export function getStorageKey(area: Area, key: SessionKey): string {
  return `${area}.${key}`;
}

/** Returns the role of a stored `user_role`; null if unknown. */
export function readRole(wireRole: unknown): Role | null {
  const found = Object.entries(wireRoles).find(([, word]) => word === wireRole);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.entries forgets the keys of a constant object
  return found === undefined ? null : (found[0] as Role);
}

/** Parses a stored list of shops; invalid data gives no shops. */
export function parseShops(stored: string | null): SavedShop[] {
  try {
    const list: unknown = JSON.parse(stored ?? "[]");
    if (!Array.isArray(list)) return [];
    return list.filter((one: Partial<SavedShop> | null): one is SavedShop =>
      [one?.shop_uuid, one?.name, one?.provider_uuid].every((part) => typeof part === "string"),
    );
  } catch {
    return [];
  }
}

/** The stored state: a session, none, or a token without its user ("No login information"). */
export type StoredState = { kind: "session"; session: StoredSession } | { kind: "none" } | { kind: "broken" };

/** Parses an area's session from its stored values. A role that may not use the area counts as broken. */
export function readStored(area: Area, get: (key: SessionKey) => string | null): StoredState {
  const accessToken = get("accessToken") ?? "";
  if (accessToken === "") return { kind: "none" };
  const username = get("username") ?? "";
  const wireRole = get("role");
  const role = readRole(wireRole);
  if (role === null || username === "" || !mayEnter(role, area)) return { kind: "broken" };
  return {
    kind: "session",
    session: {
      accessToken,
      csrfToken: get("csrfToken") ?? "",
      username,
      role: wireRoles[role],
      relatedId: get("relatedId") ?? "",
      avatar: get("avatar") ?? "",
      shops: parseShops(get("shops")),
      since: Number(get("since") ?? 0) || 0,
    },
  };
}

/** Returns a path's area; null for public paths. */
export function findArea(pathname: string): Area | null {
  const first = pathname.split("/", 2)[1];
  return first === "p" || first === "ds" ? first : null;
}
