import { z } from "zod";
import { defineCall } from "#src/kit/api/define-call.ts";
import { customerSession } from "#src/pro/subscription/subscription.contract.ts";
import { entitlementAddresses } from "./entitlement-addresses.ts";

const time = z.iso.datetime();
const customer = ["customer"] as const;
const base64url = (length: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`));
/** One line of text: no control characters and no lone surrogates. */
const deviceName = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);
/** As typed: case and the dash are ignored. */
const userCode = z.string().max(20);
const language = z.enum(["en_us", "zh_cn"]);

/** A device's public key: P-256 in the format of RFC 7517. Its private key never leaves the browser and is not extractable. */
export const devicePublicKey = z.strictObject({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: base64url(43),
  y: base64url(43),
});

/** A proof that the caller holds the device's private key: a DPoP proof (RFC 9449), ES256 over method, path, time and a random id. */
const proof = z.string().max(2000);

export const startLink = defineCall({
  ...entitlementAddresses.startLink,
  summary: "Returns a code with which a signed-in customer links this device (RFC 8628). It expires after 15 minutes.",
  roles: "anyone",
  fromExtension: true,
  input: z.strictObject({ public_key: devicePublicKey, device_name: deviceName, language, proof }),
  output: z.object({
    /** 256 random bits, for `poll-link` */
    device_code: z.string(),
    /** eight letters with a dash, for users to compare */
    user_code: z.string(),
    /** the page to open, including the code */
    verification_url: z.url(),
    expires_at: time,
    /** minimum interval between two polls, in seconds */
    interval_s: z.int(),
  }),
  codes: ["entitlement.proofWrong", "entitlement.clockWrong"],
});

export const linkStates = ["PENDING", "APPROVED", "DENIED", "EXPIRED"] as const;

export const pollLink = defineCall({
  ...entitlementAddresses.pollLink,
  summary: "Returns whether the device's code was approved. Waits up to `wait_s` seconds for a decision before it returns PENDING.",
  roles: "anyone",
  fromExtension: true,
  input: z.strictObject({ device_code: base64url(43), wait_s: z.int().min(0).max(20).default(0) }),
  output: z.object({ state: z.enum(linkStates), device_uuid: z.uuid().nullable() }),
  codes: [],
});

export const lookUpLink = defineCall({
  ...entitlementAddresses.lookUpLink,
  summary: "Returns the device that a code belongs to.",
  roles: customer,
  input: z.strictObject({ user_code: userCode }),
  output: z.object({ user_code: z.string(), device_name: z.string(), created_at: time, state: z.enum(linkStates) }),
  codes: ["entitlement.codeUnknown"],
});

export const decideLink = defineCall({
  ...entitlementAddresses.decideLink,
  summary: "Approves or rejects the device of a code.",
  roles: customer,
  input: z.strictObject({ user_code: userCode, decision: z.enum(["approve", "deny"]) }),
  output: z.object({ state: z.enum(linkStates), is_pro: z.boolean() }),
  codes: ["entitlement.codeUnknown", "entitlement.tooManyDevices"],
});

/** The response to each of a device's requests. */
export const entitlementAnswer = z.object({
  /** a signed token if the account has Pro; otherwise null */
  token: z.string().nullable(),
  plan_id: z.enum(["free", "pro"]),
  pro_until: time.nullable(),
  /** whether the subscription ends with its period */
  is_ending: z.boolean(),
  /** the masked e-mail address of the linked account: `s…@example.com` */
  account: z.string(),
  server_time: time,
});
export type EntitlementAnswer = z.infer<typeof entitlementAnswer>;

export const renewToken = defineCall({
  ...entitlementAddresses.renewToken,
  summary:
    "Returns a new entitlement token for a linked device, bound to its key. Waits up to `wait_s` seconds for Pro to begin before it returns without a token.",
  roles: "anyone",
  fromExtension: true,
  input: z.strictObject({ device_uuid: z.uuid(), proof, wait_s: z.int().min(0).max(20).default(0) }),
  output: entitlementAnswer,
  codes: ["entitlement.deviceRemoved", "entitlement.proofWrong", "entitlement.clockWrong", "accountBlocked"],
});

export const openDeviceSession = defineCall({
  ...entitlementAddresses.openSession,
  summary: "Opens a customer's session from a linked device, for the subscription settings in the extension.",
  roles: "anyone",
  fromExtension: true,
  input: z.strictObject({ device_uuid: z.uuid(), proof }),
  output: customerSession,
  codes: ["entitlement.deviceRemoved", "entitlement.proofWrong", "entitlement.clockWrong", "accountBlocked"],
});

const device = z.object({
  device_uuid: z.uuid(),
  name: z.string(),
  linked_at: time,
  last_renewed_at: time.nullable(),
});
export type Device = z.infer<typeof device>;

export const listDevices = defineCall({
  ...entitlementAddresses.listDevices,
  summary: "Lists the customer's linked devices, at most three.",
  roles: customer,
  fromExtension: true,
  input: z.strictObject({}),
  output: z.object({ result: z.array(device), most: z.int() }),
  codes: [],
});

export const removeDevice = defineCall({
  ...entitlementAddresses.removeDevice,
  summary: "Removes a device from the account and ends its sessions. The device loses Pro at its next renewal, within a week.",
  roles: customer,
  fromExtension: true,
  input: z.strictObject({ device_uuid: z.uuid() }),
  output: z.object({ removed: z.literal(true) }),
  codes: [],
});
