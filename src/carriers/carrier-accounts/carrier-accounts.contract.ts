import { z } from "zod";
import { defineCall, query } from "#src/kit/api/define-call.ts";
import { defineTopic } from "#src/kit/api/define-topic.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { languages } from "#src/kit/lib/languages.ts";
import { accountParameters, carrierApiNames } from "./carrier-accounts.rules.ts";
import { carrierOperations, carrierProblemKinds } from "./carrier-problem.rules.ts";

const staff = ["provider", "operator"] as const;
const providerOnly = ["provider"] as const;
const permission = "logistics";
const provider = { provider_uuid: z.uuid().optional() };
const uuid = z.uuid();
const version = z.int().min(1).max(2_000_000_000);
const parameter = z.string().trim().max(200);
const secret = z.string().trim().max(1000);

const carrierAccount = z.object({
  carrier_account_uuid: uuid,
  api_name: z.enum(carrierApiNames),
  label: z.string(),
  is_enabled: z.boolean(),
  /** channels that use it */
  channel_count: z.int(),
  /** null for operators. Secrets are never returned: only the end of a long token, and whether there is one. */
  parameters: z
    .object({
      client_id: z.string(),
      account: z.string(),
      has_api_token: z.boolean(),
      api_token_end: z.string(),
      has_password: z.boolean(),
    })
    .nullable(),
  version: z.int(),
});
export type CarrierAccount = z.infer<typeof carrierAccount>;

export const listCarrierAccounts = defineCall({
  name: "carrier-accounts.query-specific-element-api",
  method: "GET",
  path: "/api/logistics/query-specific-element-api",
  summary: "Lists carrier accounts by label. `label` matches a part, ignoring case; the other fields match the whole value.",
  roles: staff,
  permission,
  input: z.strictObject({
    ...listInput,
    ...provider,
    carrier_account_uuid: uuid.optional(),
    api_name: z.enum(carrierApiNames).optional(),
    label: z.string().trim().max(100).optional(),
    is_enabled: query.flag().optional(),
  }),
  output: listOutput(carrierAccount),
  codes: [],
});

export const listApiNames = defineCall({
  name: "carrier-accounts.get-api-name-list",
  method: "GET",
  path: "/api/logistics/get-api-name-list",
  summary: "Lists the carriers' APIs that an account can be of, each with the parameters that it asks for.",
  roles: staff,
  permission,
  input: z.strictObject(provider),
  output: z.object({ result: z.array(z.object({ api_name: z.enum(carrierApiNames), parameters: z.array(z.enum(accountParameters)) })) }),
  codes: [],
});

const accountFields = {
  label: z.string().trim().min(1).max(80),
  client_id: parameter.default(""),
  account: parameter.default(""),
  /** stored encrypted; empty keeps the stored one */
  api_token: secret.default(""),
  password: secret.default(""),
};

export const createCarrierAccount = defineCall({
  name: "carrier-accounts.create-account",
  method: "POST",
  path: "/api/carrier-accounts/create-account",
  summary: "Creates a carrier account. Its token and password are stored encrypted and never returned.",
  roles: providerOnly,
  input: z.strictObject({ ...provider, api_name: z.enum(carrierApiNames), ...accountFields }),
  output: z.object({ carrier_account_uuid: uuid, version: z.int() }),
  codes: ["carrierAccounts.labelTaken", "carrierAccounts.tooMany"],
});

export const updateCarrierAccount = defineCall({
  name: "carrier-accounts.update-account",
  method: "PUT",
  path: "/api/carrier-accounts/update-account",
  summary: "Changes a carrier account. An empty token or password keeps the stored one.",
  roles: providerOnly,
  input: z.strictObject({ ...provider, carrier_account_uuid: uuid, version, ...accountFields }),
  output: z.object({ version: z.int() }),
  codes: ["notFound", "changedMeanwhile", "carrierAccounts.labelTaken"],
});

export const setCarrierAccountEnabled = defineCall({
  name: "carrier-accounts.set-enabled",
  method: "PUT",
  path: "/api/carrier-accounts/set-enabled",
  summary: "Enables or disables a carrier account. Nothing is shipped by the channels of a disabled one.",
  roles: providerOnly,
  input: z.strictObject({ ...provider, carrier_account_uuid: uuid, is_enabled: z.boolean(), version }),
  output: z.object({ version: z.int() }),
  codes: ["notFound", "changedMeanwhile"],
});

export const deleteCarrierAccount = defineCall({
  name: "carrier-accounts.delete-account",
  method: "DELETE",
  path: "/api/carrier-accounts/delete-account",
  summary: "Deletes a carrier account that no channel uses.",
  roles: providerOnly,
  input: z.strictObject({ ...provider, carrier_account_uuid: uuid, version: query.int(1, 2_000_000_000) }),
  output: z.object({}),
  codes: ["notFound", "changedMeanwhile", "carrierAccounts.inUse"],
});

const problem = z.object({
  kind: z.enum(carrierProblemKinds),
  /** the carrier's own code; empty if there is none */
  code: z.string(),
  /** the carrier's own words, or a sentence of `ownSentences` */
  text: z.string(),
});
export type CarrierProblemAnswer = z.infer<typeof problem>;

export const testCarrierAccount = defineCall({
  name: "carrier-accounts.test-account",
  method: "POST",
  path: "/api/carrier-accounts/test-account",
  summary:
    "Makes a request with a carrier account. A carrier that refuses it or does not answer is a result, too, and is added to the error log.",
  roles: providerOnly,
  input: z.strictObject({ ...provider, carrier_account_uuid: uuid }),
  output: z.object({
    /** services that the account may use; null after a problem */
    channel_count: z.int().nullable(),
    problem: problem.nullable(),
  }),
  codes: ["notFound", "carrierAccounts.noApi", "carrierAccounts.incomplete"],
});

export const syncChannels = defineCall({
  name: "carrier-accounts.sync-channels",
  method: "POST",
  path: "/api/carrier-accounts/sync-channels",
  summary: "Adds the carrier's services that have no channel yet, disabled and without prices. Existing channels stay as they are.",
  roles: providerOnly,
  input: z.strictObject({
    ...provider,
    carrier_account_uuid: uuid,
    /** in which the channels are named */
    language: z.enum(languages).default("en_us"),
  }),
  output: z.object({ added: z.int(), existing: z.int(), problem: problem.nullable() }),
  codes: ["notFound", "carrierAccounts.noApi", "carrierAccounts.incomplete", "channels.tooMany"],
});

const carrierError = problem.extend({
  carrier_error_uuid: uuid,
  carrier_account_uuid: uuid,
  account_label: z.string(),
  api_name: z.enum(carrierApiNames),
  at: z.string(),
  operation: z.enum(carrierOperations),
  /** of the waybill: ours, or the carrier's number; empty for requests about none */
  reference: z.string(),
});
export type CarrierErrorRow = z.infer<typeof carrierError>;

export const listCarrierErrors = defineCall({
  name: "carrier-accounts.list-errors",
  method: "GET",
  path: "/api/carrier-accounts/list-errors",
  summary: "Lists requests that carriers refused or did not answer, newest first, for 90 days. `reference` matches the whole value.",
  roles: staff,
  permission,
  input: z.strictObject({
    ...listInput,
    ...provider,
    carrier_account_uuid: uuid.optional(),
    operation: z.enum(carrierOperations).optional(),
    kind: z.enum(carrierProblemKinds).optional(),
    reference: z.string().trim().max(60).optional(),
  }),
  output: listOutput(carrierError),
  codes: [],
});

/** A carrier account changed. */
export const carrierAccountsChanged = defineTopic({
  name: "carrier-accounts.changed",
  roles: staff,
  permission,
  payload: z.object({ carrier_account_uuid: uuid }),
});

/** A request to a carrier failed. */
export const carrierErrorsChanged = defineTopic({
  name: "carrier-accounts.failed",
  roles: staff,
  permission,
  payload: z.object({ carrier_account_uuid: uuid }),
});
