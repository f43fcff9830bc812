import { z } from "zod";
import { defineCall, ruled } from "#src/kit/api/define-call.ts";
import { getHostRefusal } from "./sites.rules.ts";

const mainFunction = z.enum(["Homepage", "Application"]);
const title = z.string().trim().min(1).max(100);
/** a path on this server, or an https URL */
const icon = z.string().regex(/^(\/(?!\/)[\w./-]{1,200}|https:\/\/[^\s"'<>]{1,400})$/);
const locale = z.enum(["en_us", "zh_cn"]);
const origin = z.url({ protocol: /^https?$/ }).max(200);

const initialConfiguration = z.object({
  homepage_title: z.string(),
  homepage_title_en: z.string(),
  homepage_icon: z.string(),
  main_function: mainFunction,
  locale,
});

export const initConfig = defineCall({
  name: "sites.init-config",
  method: "GET",
  path: "/api/config/init-config",
  summary: "Returns the initial configuration of the site for the request's host; for an unknown host, that of the default site.",
  roles: "anyone",
  input: z.strictObject({}),
  output: initialConfiguration,
  codes: [],
});

const site = initialConfiguration.extend({
  site_uuid: z.uuid(),
  /** empty for a default site, the fallback for unknown hosts */
  host: z.string(),
  is_default: z.boolean(),
  origin: z.string(),
  version: z.int(),
});

export type Site = z.output<typeof site>;
export type InitialConfiguration = z.infer<typeof initialConfiguration>;

export const listSites = defineCall({
  name: "sites.list-sites",
  method: "GET",
  path: "/api/config/list-sites",
  summary: "Lists all sites: the two defaults first, then by host.",
  roles: ["siteAdmin"],
  input: z.strictObject({}),
  output: z.object({ result: z.array(site) }),
  codes: [],
});

const editable = { homepage_title: title, homepage_title_en: title, homepage_icon: icon, main_function: mainFunction, locale, origin };
const host = ruled(z.string().max(260), getHostRefusal);

export const createSite = defineCall({
  name: "sites.create-site",
  method: "POST",
  path: "/api/config/create-site",
  summary: "Creates a site with its own title, icon and language for a host.",
  roles: ["siteAdmin"],
  input: z.strictObject({ host, ...editable }),
  output: site,
  codes: ["sites.hostTaken", "sites.hostShape"],
});

export const updateSite = defineCall({
  name: "sites.update-site",
  method: "PUT",
  path: "/api/config/update-site",
  summary: "Updates a site. Omitted fields stay unchanged. `version` is the version that was read.",
  roles: ["siteAdmin"],
  input: z.strictObject({
    site_uuid: z.uuid(),
    version: z.int().min(1).max(2_000_000_000),
    host: host.optional(),
    ...z.object(editable).partial().shape,
  }),
  output: site,
  codes: ["notFound", "changedMeanwhile", "sites.hostTaken", "sites.hostShape", "sites.defaultFixed"],
});

export const deleteSite = defineCall({
  name: "sites.delete-site",
  method: "DELETE",
  path: "/api/config/delete-site",
  summary: "Deletes a site, unless it is a default. Its host gets the default site from then on.",
  roles: ["siteAdmin"],
  input: z.strictObject({ site_uuid: z.uuid() }),
  output: z.null(),
  codes: ["notFound", "sites.defaultStays"],
});
