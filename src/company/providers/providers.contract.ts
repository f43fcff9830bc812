import { z } from "zod";
import { defineCall } from "#src/kit/api/define-call.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";

const name = z.string().max(200);
const provider = z.object({ provider_uuid: z.uuid(), name: z.string() });
const publicProvider = provider.extend({ country_code: z.string(), introduction: z.string() });

export const queryAllProviders = defineCall({
  name: "providers.query-all",
  method: "GET",
  path: "/api/query-provider/all",
  summary: "Uuid and name of the suppliers that are open for sign-up: at most 1,000, by name.",
  roles: "anyone",
  input: z.strictObject({}),
  output: z.object({ result: z.array(provider) }),
  codes: [],
});

export const queryProviders = defineCall({
  name: "providers.query-list",
  method: "GET",
  path: "/api/query-provider/list",
  summary: "The suppliers that are open for sign-up, page by page, by name; `name` finds a part of it.",
  roles: "anyone",
  // A cursor contains the last name of a page: 200 characters of up to six bytes each as JSON, plus a third for base64.
  input: z.strictObject({ ...listInput, cursor: z.string().max(2000).optional(), name: name.optional() }),
  output: listOutput(publicProvider),
  codes: [],
});

export const queryProviderDetail = defineCall({
  name: "providers.query-detail",
  method: "GET",
  path: "/api/query-provider/detail",
  summary: "The supplier of exactly this name with its public details; an empty list for none.",
  roles: "anyone",
  input: z.strictObject({ name_of_provider: name.default("") }),
  output: z.object({ result: z.array(publicProvider) }),
  codes: [],
});

export const myProviders = defineCall({
  name: "providers.my-providers",
  method: "GET",
  path: "/api/query-provider/mine",
  summary: "The suppliers that this retailer works with, the current one marked.",
  roles: ["dropShipper"],
  input: z.strictObject({}),
  output: z.object({ result: z.array(provider.extend({ is_current: z.boolean(), is_blocked: z.boolean() })) }),
  codes: [],
});

export const joinProvider = defineCall({
  name: "providers.join-provider",
  method: "POST",
  path: "/api/query-provider/join",
  summary: "Begins to work with one more supplier that is open for sign-up.",
  roles: ["dropShipper"],
  choosesProvider: true,
  input: z.strictObject({ provider_uuid: z.uuid() }),
  output: z.null(),
  codes: ["accounts.supplierUnknown", "customers.blocked"],
});

export const switchProvider = defineCall({
  name: "providers.switch-provider",
  method: "POST",
  path: "/api/query-provider/switch",
  summary: "Makes another of the retailer's suppliers the current one of this session.",
  roles: ["dropShipper"],
  choosesProvider: true,
  input: z.strictObject({ provider_uuid: z.uuid() }),
  output: z.null(),
  codes: ["notFound", "customers.blocked"],
});
