import type { Area, Role, WireRole } from "#src/api/actors.ts";
import { mayEnter, wireRoles } from "#src/api/actors.ts";

/** A shop as it is remembered between visits. */
export interface SavedShop {
  readonly shop_uuid: string;
  readonly name: string;
  readonly provider_uuid: string;
}

/** What is kept of a session in local storage (spec.md section 3); the two areas keep theirs apart. */
export interface StoredSession {
  readonly accessToken: string;
  /** empty where it was lost: it is asked for anew */
  readonly csrfToken: string;
  readonly username: string;
  readonly role: WireRole;
  /** the provider's or the retailer's uuid; empty for who has none */
  readonly relatedId: string;
  /** PNG as base64; empty for none */
  readonly avatar: string;
  readonly shops: readonly SavedShop[];
  /** when this pair of tokens came, in ms since 1970; 0 where it is not known */
  readonly since: number;
}

/** The names in local storage, by area: `p.accessToken` and so on. */
export const sessionKeys = ["accessToken", "csrfToken", "username", "role", "relatedId", "avatar", "shops", "since"] as const;
export type SessionKey = (typeof sessionKeys)[number];

/** The key of local storage under which a part of an area's session stands. */
export function storageKey(area: Area, key: SessionKey): string {
  return `${area}.${key}`;
}

/** The role that a stored `user_role` stands for; null for a word that is none. */
export function roleOf(wireRole: unknown): Role | null {
  const found = Object.entries(wireRoles).find(([, word]) => word === wireRole);
  return found === undefined ? null : (found[0] as Role);
}

/** The shops of a stored list; whatever is no list of shops is none. */
export function shopsOf(stored: string | null): SavedShop[] {
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

/** What stands in storage: a session, none, or a token without the words of who it is ("No login information"). */
export type StoredState = { kind: "session"; session: StoredSession } | { kind: "none" } | { kind: "broken" };

/** Reads an area's session from what its keys hold. A role that has no business in the area counts as broken. */
export function readStored(area: Area, get: (key: SessionKey) => string | null): StoredState {
  const accessToken = get("accessToken") ?? "";
  if (accessToken === "") return { kind: "none" };
  const username = get("username") ?? "";
  const wireRole = get("role");
  const role = roleOf(wireRole);
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
      shops: shopsOf(get("shops")),
      since: Number(get("since") ?? 0) || 0,
    },
  };
}

/** The area that a path belongs to; null for public ones. */
export function areaOf(pathname: string): Area | null {
  const first = pathname.split("/", 2)[1];
  return first === "p" || first === "ds" ? first : null;
}
