import { z } from "zod";
import { areas, roles, sessionAreas, wireRoles } from "#src/kit/api/roles-and-permissions.ts";
import { defineCall, ruled } from "#src/kit/api/define-call.ts";
import { findPhoneRefusal } from "#src/kit/countries/phone.rules.ts";
import {
  getAddressRefusal,
  getEmailRefusal,
  getRoleRefusal,
  getStoreNameRefusal,
  getSupplierRefusal,
  getUsernameRefusal,
} from "./accounts.rules.ts";
import { sessionAddresses } from "./session-addresses.ts";

/**
 * The roles with an area, and with it a profile. Customers have neither: their address changes only by a mailed link (subscription.confirm-email), and they
 * have no password.
 */
const areaRoles = roles.filter((role) => role !== "customer");

/** One line of text: no control characters and no lone surrogates, which the database cannot store. */
const line = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u);
/** Text with line breaks. */
const lines = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u);
/** Length limits bound hostile input; the rules validate. */
const text = line(200);
export const username = ruled(z.string().max(254), getUsernameRefusal);
/** A sealed password: base64 of iv (12 bytes), AES-GCM ciphertext and tag, and the key's id. */
export const sealedPassword = z.string().max(400);
export const keyId = z.uuid();
const email = ruled(z.string().max(254), getEmailRefusal);
/** Empty for none. Not a union with "", because the error would lose its code. */
const emailOrNone = ruled(z.string().max(254), (value) => (value === "" ? null : getEmailRefusal(value)));
const phoneOrNone = ruled(z.string().max(40), (value) => (value === "" ? null : findPhoneRefusal(value)));
const countryCode = z.string().regex(/^[A-Z]{2}$/);
const language = z.enum(["en_us", "zh_cn"]);
const theme = z.enum(["defaultTheme", "darkTheme"]);

const aesKey = z.object({ key_id: z.uuid(), aes_key: z.string() });

export const getCsrfToken = defineCall({
  name: "accounts.get-csrf-token",
  method: "GET",
  path: "/get-csrf-token/",
  summary: "Returns the CSRF token of the bearer token sent. Without a bearer token, returns a token that no call accepts.",
  roles: "anyone",
  input: z.strictObject({}),
  output: z.object({ csrf_token: z.string() }),
  codes: [],
});

export const getAesKey = defineCall({
  name: "accounts.get-aes-key",
  method: "GET",
  path: "/get-aes-key/",
  writes: true,
  summary: "Returns a 256-bit key that encrypts the passwords of one request. It works once and expires after 60 seconds.",
  roles: "anyone",
  input: z.strictObject({}),
  output: aesKey,
  codes: [],
});

export const getAesKeyLogin = defineCall({
  name: "accounts.get-aes-key-login",
  method: "GET",
  path: "/get-aes-key-login/",
  writes: true,
  summary: "Returns such a key for signing in. The response does not reveal whether the username exists.",
  roles: "anyone",
  input: z.strictObject({ username: z.string().max(254).optional() }),
  output: aesKey,
  codes: [],
});

export const sessionTokens = z.object({ access_token: z.string(), csrf_token: z.string() });
const whoami = z.object({
  username: z.string(),
  user_role: z.enum(Object.values(wireRoles)),
  /** uuid of the provider or retailer; empty for other roles */
  user_related_id: z.string(),
  /** PNG, 128 x 128; empty for none */
  avatar_base64: z.string(),
});

export const signIn = defineCall({
  name: "accounts.sign-in",
  method: "POST",
  path: "/sign-in/",
  summary: "Signs a user in to the supplier's or the retailer's area.",
  roles: "anyone",
  input: z.strictObject({ username: line(254), password: sealedPassword, key_id: keyId, area: z.enum(areas) }),
  output: sessionTokens.extend(whoami.shape),
  codes: ["wrongCredentials", "signInLocked", "keyExpired", "accountBlocked", "wrongArea", "unavailable"],
  idempotency: "own",
});

export const home = defineCall({
  name: "accounts.home",
  method: "GET",
  path: "/home/",
  summary: "Returns the signed-in user with permissions, language and theme. `shops` is always empty for now.",
  roles: areaRoles,
  input: z.strictObject({}),
  output: whoami.extend({
    display_name: z.string(),
    email: z.string(),
    phone: z.string(),
    permissions: z.array(z.string()),
    /** the provider whose data is shown: the user's own, or the retailer's current one */
    provider_uuid: z.string(),
    /** true if a provider views a retailer's area for support: read-only */
    read_only: z.boolean(),
    shops: z.array(z.object({ shop_uuid: z.uuid(), name: z.string(), provider_uuid: z.uuid() })),
    default_settings: z.object({ defaultLanguage: language, defaultTheme: theme }),
  }),
  codes: [],
});

export const signOut = defineCall({
  ...sessionAddresses.signOut,
  summary: "Ends the current session.",
  roles,
  input: z.strictObject({}),
  output: z.null(),
  codes: [],
});

export const renewSession = defineCall({
  ...sessionAddresses.renewSession,
  summary:
    "Returns a new pair of tokens. The old pair stays valid for one minute; renewing it again within that minute returns the same new pair.",
  roles,
  input: z.strictObject({}),
  output: sessionTokens.extend({ expires_at: z.string() }),
  codes: [],
});

export const listSessions = defineCall({
  name: "accounts.list-sessions",
  method: "GET",
  path: "/api/accounts/list-sessions",
  summary: "Lists the user's open sessions, newest first, at most 200. A support session sees only itself.",
  roles,
  input: z.strictObject({}),
  output: z.object({
    result: z.array(
      z.object({
        session_uuid: z.uuid(),
        area: z.enum(sessionAreas),
        is_current: z.boolean(),
        address: z.string(),
        device: z.string(),
        created_at: z.string(),
        last_seen_at: z.string(),
        opened_for_support: z.boolean(),
      }),
    ),
  }),
  codes: [],
});

export const revokeSessions = defineCall({
  name: "accounts.revoke-sessions",
  method: "POST",
  path: "/api/accounts/revoke-sessions",
  summary: "Ends the given sessions of the user, or all except the current one.",
  roles,
  input: z.strictObject({ session_uuids: z.array(z.uuid()).min(1).max(200).or(z.literal("others")) }),
  output: z.object({ ended: z.int() }),
  codes: ["notFound"],
});

const person = {
  username,
  password: sealedPassword,
  /** the same password, sealed with the same key */
  confirm: sealedPassword,
  key_id: keyId,
  email,
  phone: phoneOrNone.optional(),
  country_code: countryCode.optional(),
};
const registrationCodes = [
  "keyExpired",
  "tooMany",
  "accounts.usernameRequired",
  "accounts.usernameShape",
  "accounts.usernameTaken",
  "accounts.passwordRequired",
  "accounts.passwordStrict",
  "accounts.passwordWeak",
  "accounts.confirmRequired",
  "accounts.passwordsDiffer",
  "accounts.emailShape",
  "accounts.phoneShape",
  "accounts.storeNameRequired",
  "accounts.addressRequired",
  "accounts.roleRequired",
  "accounts.supplierRequired",
  "accounts.supplierUnknown",
  "accounts.companyTaken",
  "unavailable",
] as const;

export const register = defineCall({
  name: "accounts.register",
  method: "POST",
  path: "/register/",
  summary: "Registers a retailer or a supplier. A retailer must choose a supplier.",
  roles: "anyone",
  input: ruled(
    z.strictObject({
      ...person,
      role: ruled(z.string().max(20), getRoleRefusal),
      store_name: ruled(text, getStoreNameRefusal),
      address: ruled(lines(500), getAddressRefusal),
      provider_uuid: z.union([z.uuid(), z.literal("")]).optional(),
      /** the language of the page, which becomes the account's */
      language: language.optional(),
    }),
    ({ role, provider_uuid }) => getSupplierRefusal(role, provider_uuid ?? ""),
  ),
  output: z.object({ user_related_id: z.uuid() }),
  codes: registrationCodes,
});

export const createProvider = defineCall({
  name: "accounts.create-add-provider",
  method: "POST",
  path: "/api/create-add-provider/",
  summary: "Registers a supplier with its first user. The body is form-encoded.",
  roles: "anyone",
  body: "form",
  input: z.strictObject({
    company: ruled(text, getStoreNameRefusal),
    contact: text.optional(),
    username,
    password: sealedPassword,
    /** the same password, sealed with the same key */
    confirm: sealedPassword.optional(),
    key_id: keyId,
    country: countryCode.or(z.literal("")).optional(),
    address: lines(500).optional(),
    email: emailOrNone.optional(),
    phone: phoneOrNone.optional(),
    language: language.optional(),
  }),
  output: z.object({ provider_uuid: z.uuid() }),
  codes: registrationCodes,
});

export const requestPasswordReset = defineCall({
  name: "accounts.request-password-reset",
  method: "POST",
  path: "/api/accounts/request-password-reset",
  summary: "Mails a link that works once and expires after 30 minutes. The response is the same whether or not the account exists.",
  roles: "anyone",
  input: z.strictObject({ username: line(254).min(1), language: language.default("en_us") }),
  output: z.null(),
  codes: ["tooMany"],
});

export const resetPassword = defineCall({
  name: "accounts.reset-password",
  method: "POST",
  path: "/api/accounts/reset-password",
  summary: "Sets a new password using a mailed link, and ends all sessions of the account.",
  roles: "anyone",
  input: z.strictObject({ token: z.string().max(200), password: sealedPassword, confirm: sealedPassword, key_id: keyId }),
  output: z.object({ username: z.string() }),
  codes: [
    "linkExpired",
    "keyExpired",
    "tooMany",
    "unavailable",
    "accounts.passwordRequired",
    "accounts.confirmRequired",
    "accounts.passwordLoose",
    "accounts.passwordWeak",
    "accounts.passwordsDiffer",
  ],
  idempotency: "own",
});

export const changePassword = defineCall({
  name: "accounts.change-password",
  method: "POST",
  path: "/api/accounts/change-password",
  summary: "Changes the user's password and ends all other sessions.",
  roles: areaRoles,
  input: z.strictObject({ old_password: sealedPassword, password: sealedPassword, confirm: sealedPassword, key_id: keyId }),
  output: z.null(),
  codes: [
    "keyExpired",
    "unavailable",
    "signInLocked",
    "accounts.oldPasswordRequired",
    "accounts.oldPasswordWrong",
    "accounts.passwordRequired",
    "accounts.confirmRequired",
    "accounts.passwordLoose",
    "accounts.passwordWeak",
    "accounts.passwordsDiffer",
  ],
  idempotency: "own",
});

export const changeUserInfo = defineCall({
  name: "accounts.change-user-info",
  method: "POST",
  path: "/api/customer-settings/change-user-info-directly",
  summary: "Updates the user's profile. Omitted fields stay unchanged.",
  roles: areaRoles,
  input: z.strictObject({
    display_name: line(100).trim().optional(),
    email: email.optional(),
    phone: phoneOrNone.optional(),
  }),
  output: z.object({ display_name: z.string(), email: z.string(), phone: z.string() }),
  codes: ["accounts.emailShape", "accounts.phoneShape"],
});

export const changeAvatar = defineCall({
  name: "accounts.change-avatar",
  method: "POST",
  path: "/api/accounts/change-avatar",
  summary: "Sets the user's picture: one JPG, PNG or GIF of at most 5 MB in the part `image`. Sending no picture removes the current one.",
  roles: areaRoles,
  body: "multipart",
  bodyLimitBytes: 6 * 1024 * 1024,
  input: z.strictObject({}),
  output: z.object({ avatar_base64: z.string() }),
  codes: ["files.notAnImage", "files.imageTooLarge", "files.imageTooManyPixels", "files.tooManyImages"],
});

export const updateDefaultSettings = defineCall({
  name: "accounts.default-settings-update",
  method: "PUT",
  path: "/api/customer-settings/default-settings-update",
  bare: true,
  summary: "Sets the user's language and theme.",
  roles: areaRoles,
  input: z.strictObject({ defaultLanguage: language.optional(), defaultTheme: theme.optional() }),
  output: z.object({ defaultLanguage: language, defaultTheme: theme }),
  codes: [],
});
