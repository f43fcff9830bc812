import { z } from "zod";
import { keyId, sealedPassword, username } from "#src/company/accounts/accounts.contract.ts";
import { getEmailRefusal } from "#src/company/accounts/accounts.rules.ts";
import { permissions } from "#src/kit/api/roles-and-permissions.ts";
import { defineCall, ruled } from "#src/kit/api/define-call.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";

const permissionList = z.array(z.enum(permissions)).max(permissions.length);
/** Sort keys of operators, descending with a minus prefix. Names and addresses are case-insensitive; those never seen come first. */
const operatorSorts = ["username", "-username", "last_seen", "-last_seen", "email", "-email"] as const;
export type OperatorSort = (typeof operatorSorts)[number];
/** The warehouses that an operator is bound to; none for all. */
const warehouseList = z.array(z.uuid()).max(200);
const boundWarehouse = z.object({ warehouse_uuid: z.uuid(), name: z.string(), is_closed: z.boolean() });
export type BoundWarehouse = z.infer<typeof boundWarehouse>;
const operator = z.object({
  user_uuid: z.uuid(),
  /** empty until the invitation is accepted */
  username: z.string(),
  display_name: z.string(),
  email: z.string(),
  status: z.enum(["invited", "active", "blocked"]),
  permissions: z.array(z.enum(permissions)),
  /** by name; empty for all warehouses */
  warehouses: z.array(boundWarehouse),
  /** empty if never seen */
  last_seen_at: z.string(),
  version: z.int(),
});
export type Operator = z.infer<typeof operator>;

export const listOperators = defineCall({
  name: "operators.list-operators",
  method: "GET",
  path: "/api/operators/list-operators",
  summary: "Lists the provider's operators with their permissions: oldest first by default, or as `sort` says.",
  roles: ["provider"],
  input: z.strictObject({
    ...listInput,
    status: z.enum(["invited", "active", "blocked"]).optional(),
    sort: z.enum(operatorSorts).optional(),
  }),
  output: listOutput(operator),
  codes: [],
});

export const listBindableWarehouses = defineCall({
  name: "operators.list-warehouses",
  method: "GET",
  path: "/api/operators/list-warehouses",
  summary: "Lists the provider's warehouses by name: those that an operator can be bound to.",
  roles: ["provider"],
  input: z.strictObject({}),
  output: z.object({ result: z.array(boundWarehouse) }),
  codes: [],
});

export const inviteOperator = defineCall({
  name: "operators.invite-operator",
  method: "POST",
  path: "/api/operators/invite-operator",
  summary:
    "Mails an invitation that works once and expires after 7 days. Inviting the same address again sends a new link and voids the old one.",
  roles: ["provider"],
  input: z.strictObject({
    email: ruled(z.string().max(254), getEmailRefusal),
    display_name: z.string().trim().max(100).default(""),
    permissions: permissionList,
    warehouse_uuids: warehouseList.default([]),
    language: z.enum(["en_us", "zh_cn"]).default("en_us"),
  }),
  /** `is_again`: an earlier invitation existed, whose link is now void */
  output: z.object({ user_uuid: z.uuid(), is_again: z.boolean() }),
  codes: ["accounts.emailShape", "tooMany", "operators.alreadyThere", "notFound"],
});

export const acceptInvitation = defineCall({
  name: "operators.accept-invitation",
  method: "POST",
  path: "/api/operators/accept-invitation",
  summary: "Creates the invited operator's account using the mailed link.",
  roles: "anyone",
  input: z.strictObject({ token: z.string().max(200), username, password: sealedPassword, confirm: sealedPassword, key_id: keyId }),
  output: z.object({ username: z.string() }),
  codes: [
    "linkExpired",
    "keyExpired",
    "tooMany",
    "unavailable",
    "accounts.usernameRequired",
    "accounts.usernameShape",
    "accounts.usernameTaken",
    "accounts.passwordRequired",
    "accounts.passwordStrict",
    "accounts.passwordWeak",
    "accounts.passwordsDiffer",
  ],
  idempotency: "own",
});

export const setPermissions = defineCall({
  name: "operators.set-permissions",
  method: "PUT",
  path: "/api/operators/set-permissions",
  summary:
    "Sets an operator's permissions, and the warehouses that the operator is bound to unless they are left out. They apply from the operator's next request.",
  roles: ["provider"],
  input: z.strictObject({
    user_uuid: z.uuid(),
    permissions: permissionList,
    warehouse_uuids: warehouseList.optional(),
    version: z.int().min(1).max(2_000_000_000),
  }),
  output: operator,
  codes: ["notFound", "changedMeanwhile"],
});

export const setOperatorsBlocked = defineCall({
  name: "operators.set-blocked",
  method: "PUT",
  path: "/api/operators/set-blocked",
  summary: "Blocks operators and ends their sessions immediately, or unblocks them. All or none: an unknown id fails the request.",
  roles: ["provider"],
  input: z.strictObject({ user_uuids: z.array(z.uuid()).min(1).max(200), blocked: z.boolean() }),
  output: z.object({ changed: z.int() }),
  codes: ["notFound"],
});
