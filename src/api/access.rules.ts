import type { Permission, Role } from "./actors.ts";
import type { RefusalName } from "./codes.ts";
import type { CallDefinition } from "./define-call.ts";

/** Who makes a call: what decides whether it may. A screen's caller is one, and so is a request's actor on the server. */
export interface Principal {
  /** null: nobody is signed in */
  readonly role: Role | null;
  readonly permissions: readonly Permission[];
  /** a support session: nothing can be changed */
  readonly isReadOnly: boolean;
}

type Access = Pick<CallDefinition, "roles" | "permission" | "method" | "name">;

/** The two calls that a support session makes besides those that only read: it stays signed in, and it ends. */
const ownSession: readonly string[] = ["accounts.sign-out", "accounts.renew-session"];

/**
 * Decides by role, permission and kind of session whether a call may be made. The server answers by it, and the screens offer by it.
 * @returns what the call would be refused with; null where it may be made
 */
export function getAccessRefusal({ role, permissions, isReadOnly }: Principal, call: Access): RefusalName | null {
  if (call.roles === "anyone") return null;
  if (role === null) return "notSignedIn";
  if (!call.roles.includes(role)) return "forbidden";
  if (role === "operator" && call.permission !== undefined && !permissions.includes(call.permission)) return "forbidden";
  return isReadOnly && call.method !== "GET" && !ownSession.includes(call.name) ? "readOnlySession" : null;
}
