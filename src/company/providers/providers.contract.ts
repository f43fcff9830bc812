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
  summary: "Lists the ids and names of suppliers that are open for sign-up, by name, at most 1,000.",
  roles: "anyone",
  input: z.strictObject({}),
  output: z.object({ result: z.array(provider) }),
  codes: [],
});

export const queryProviders = defineCall({
  name: "providers.query-list",
  method: "GET",
  path: "/api/query-provider/list",
  summary: "Lists the suppliers that are open for sign-up, by name, in pages. `name` matches any part of the name.",
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
  summary: "Returns the supplier with exactly this name and its public details; an empty list if there is none.",
  roles: "anyone",
  input: z.strictObject({ name_of_provider: name.default("") }),
  output: z.object({ result: z.array(publicProvider) }),
  codes: [],
});

export const myProviders = defineCall({
  name: "providers.my-providers",
  method: "GET",
  path: "/api/query-provider/mine",
  summary: "Lists the suppliers that the retailer works with, and marks the current one.",
  roles: ["dropShipper"],
  input: z.strictObject({}),
  output: z.object({ result: z.array(provider.extend({ is_current: z.boolean(), is_blocked: z.boolean() })) }),
  codes: [],
});

export const joinProvider = defineCall({
  name: "providers.join-provider",
  method: "POST",
  path: "/api/query-provider/join",
  summary: "Adds a supplier that is open for sign-up to the retailer's suppliers.",
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
  summary: "Switches the current session to another of the retailer's suppliers.",
  roles: ["dropShipper"],
  choosesProvider: true,
  input: z.strictObject({ provider_uuid: z.uuid() }),
  output: z.null(),
  codes: ["notFound", "customers.blocked"],
});
