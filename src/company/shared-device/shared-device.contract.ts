import { z } from "zod";
import { keyId, sealedPassword, sessionTokens } from "#src/company/accounts/accounts.contract.ts";
import { permissions, wireRoles } from "#src/kit/api/roles-and-permissions.ts";
import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import { defineCall } from "#src/kit/api/define-call.ts";

/** The roles that scan. */
const scanners = ["provider", "operator"] as const satisfies readonly Role[];

/** The secret that identifies a device: 256 random bits. */
const deviceSecret = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const time = z.string().nullable();

export const myPin = defineCall({
  name: "scanning.my-pin",
  method: "GET",
  path: "/api/scanning/my-pin",
  summary: "Returns whether the user has a PIN and a badge for shared hand-helds, and whether they are locked.",
  roles: scanners,
  input: z.strictObject({}),
  output: z.object({ pin_set_at: time, badge_made_at: time, is_locked: z.boolean() }),
  codes: [],
});

const proofCodes = ["keyExpired", "signInLocked", "unavailable", "scanning.passwordWrong"] as const;

export const setPin = defineCall({
  name: "scanning.set-pin",
  method: "POST",
  path: "/api/scanning/set-pin",
  summary: "Sets the user's PIN: 4 to 8 digits, or 6 to 8 for a supplier's administrator. Requires the password.",
  roles: scanners,
  input: z.strictObject({ pin: sealedPassword, confirm: sealedPassword, password: sealedPassword, key_id: keyId }),
  output: z.null(),
  codes: [...proofCodes, "scanning.pinShape", "scanning.pinShort", "scanning.pinTrivial", "scanning.pinsDiffer"],
  idempotency: "own",
});

export const makeBadge = defineCall({
  name: "scanning.make-badge",
  method: "POST",
  path: "/api/scanning/make-badge",
  summary: "Creates a badge and returns its code, which is shown only once. An earlier badge stops working. Requires the password.",
  roles: scanners,
  input: z.strictObject({ password: sealedPassword, key_id: keyId }),
  output: z.object({ badge: z.string() }),
  codes: proofCodes,
  idempotency: "own",
});

export const removePin = defineCall({
  name: "scanning.remove-pin",
  method: "POST",
  path: "/api/scanning/remove-pin",
  summary: "Deletes the user's PIN and badge.",
  roles: scanners,
  input: z.strictObject({}),
  output: z.null(),
  codes: [],
});

export const revokePin = defineCall({
  name: "scanning.revoke-pin",
  method: "POST",
  path: "/api/scanning/revoke-pin",
  summary: "Deletes an operator's PIN, badge and known devices, and ends the sessions opened with the PIN or badge.",
  roles: ["provider"],
  input: z.strictObject({ user_uuid: z.uuid() }),
  output: z.null(),
  codes: ["notFound"],
});

export const rememberDevice = defineCall({
  name: "scanning.remember-device",
  method: "POST",
  path: "/api/scanning/remember-device",
  summary:
    "Registers the device as known to the signed-in user, and unlocks PIN and badge after a new full sign-in. A session opened by PIN or badge registers nothing.",
  roles: scanners,
  input: z.strictObject({ device_secret: deviceSecret }),
  output: z.object({ is_full: z.boolean() }),
  codes: [],
  idempotency: "own",
});

export const peopleOfDevice = defineCall({
  name: "scanning.people-of-device",
  method: "POST",
  path: "/api/scanning/people-of-device",
  summary: "Lists the colleagues who can take over on this device, most recently used first, at most 100.",
  roles: scanners,
  input: z.strictObject({ device_secret: deviceSecret }),
  output: z.object({
    result: z.array(
      z.object({ username: z.string(), display_name: z.string(), has_pin: z.boolean(), has_badge: z.boolean(), is_locked: z.boolean() }),
    ),
  }),
  codes: [],
  idempotency: "own",
});

export const switchUser = defineCall({
  name: "scanning.change-hands",
  method: "POST",
  path: "/api/scanning/change-hands",
  summary:
    "Opens a session for a colleague whom this device knows: by username and PIN, or by badge without a username. The requesting session ends one minute later.",
  roles: scanners,
  input: z.strictObject({
    device_secret: deviceSecret,
    /** empty for a badge */
    username: z.string().max(254),
    /** the PIN or the badge's code, sealed like a password */
    secret: sealedPassword,
    key_id: keyId,
    /** the permission that the colleague needs here */
    permission: z.enum(permissions).optional(),
  }),
  output: sessionTokens.extend({
    username: z.string(),
    user_role: z.enum(Object.values(wireRoles)),
    user_related_id: z.string(),
    avatar_base64: z.string(),
  }),
  codes: [
    "keyExpired",
    "tooMany",
    "unavailable",
    "scanning.wrongPin",
    "scanning.pinLocked",
    "scanning.notOnDevice",
    "scanning.notPermitted",
    "scanning.alreadyYou",
  ],
  idempotency: "own",
});
