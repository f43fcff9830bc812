import type { Permission, Role } from "./roles-and-permissions.ts";
import type { RefusalName } from "./codes.ts";
import type { CallDefinition } from "./define-call.ts";
import type { Topic } from "./define-topic.ts";

/** The properties of a caller that decide what it may call: a screen's caller, or a request's actor on the server. */
export interface Principal {
  /** null: nobody is signed in */
  readonly role: Role | null;
  readonly permissions: readonly Permission[];
  /** a support session: nothing can be changed */
  readonly isReadOnly: boolean;
}

/** Tells whether an operator with these permissions has the one that is needed, or one of several. */
export function isPermitted(permissions: readonly string[], needed: Topic["permission"]): boolean {
  return needed === undefined || [needed].flat().some((one) => permissions.includes(one));
}

type Access = Pick<CallDefinition, "roles" | "method" | "name"> & Pick<Topic, "permission">;

/** The calls that a support session may make besides reads: renewing the session and ending it. */
const ownSession: readonly string[] = ["accounts.sign-out", "accounts.renew-session"];

/**
 * Decides by role, permission and kind of session whether a call is allowed. The server enforces it, and screens offer actions by it.
 * @returns the refusal, or null if the call is allowed
 */
export function getAccessRefusal({ role, permissions, isReadOnly }: Principal, call: Access): RefusalName | null {
  if (call.roles === "anyone") return null;
  if (role === null) return "notSignedIn";
  if (!call.roles.includes(role)) return "forbidden";
  if (role === "operator" && !isPermitted(permissions, call.permission)) return "forbidden";
  return isReadOnly && call.method !== "GET" && !ownSession.includes(call.name) ? "readOnlySession" : null;
}
