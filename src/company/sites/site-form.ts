import type { Caller } from "#src/kit/api/call-hooks.tsx";
import type { Field } from "#src/kit/ui/form/form-definition.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import type { Site } from "./sites.contract.ts";
import { createSite, updateSite } from "./sites.contract.ts";

const hostField = {
  kind: "text",
  label: "sites.form.host",
  hint: "sites.form.hostHint",
  isRequired: true,
  maxLength: 260,
  autoComplete: "off",
} as const satisfies Field<object>;
const functionField = {
  kind: "choice",
  look: "radio",
  label: "sites.force.function",
  options: [
    { value: "Application", text: "sites.function.Application" },
    { value: "Homepage", text: "sites.function.Homepage" },
  ],
} as const satisfies Field<object>;
const fields = {
  homepage_title: { kind: "text", label: "sites.force.titleZh", isRequired: true, maxLength: 100, autoComplete: "off" },
  homepage_title_en: { kind: "text", label: "sites.force.titleEn", isRequired: true, maxLength: 100, autoComplete: "off" },
  homepage_icon: {
    kind: "text",
    label: "sites.form.icon",
    hint: "sites.form.iconHint",
    isRequired: true,
    maxLength: 400,
    autoComplete: "off",
  },
  locale: {
    kind: "choice",
    look: "radio",
    label: "sites.force.language",
    options: [
      { value: "zh_cn", text: "sites.locale.zh_cn" },
      { value: "en_us", text: "sites.locale.en_us" },
    ],
  },
  origin: { kind: "url", label: "sites.form.origin", hint: "sites.form.originHint", isRequired: true, maxLength: 200, autoComplete: "off" },
} as const satisfies Record<string, Field<object>>;
const refusalsAt = { "sites.hostTaken": "host", "sites.hostShape": "host" } as const;

/** Adds a site. */
export const addForm = defineForm({
  name: "sites.add",
  schema: createSite.input,
  submit: "sites.form.submit",
  refusalsAt,
  fields: { host: hostField, main_function: functionField, ...fields },
  send: (values, { client }) => client.call(createSite, values),
});

type OnRefused = (error: unknown, caller: Caller) => Promise<void>;

async function change(
  { site_uuid, version }: Site,
  values: Partial<Omit<Site, "site_uuid" | "version" | "is_default">>,
  caller: Caller,
  onRefused: OnRefused,
): Promise<unknown> {
  try {
    return await caller.client.call(updateSite, { site_uuid, version, ...values });
  } catch (error) {
    await onRefused(error, caller);
    throw error;
  }
}

/**
 * Edits a site with its own host.
 * @param onRefused receives the server's error before the form does
 */
export function hostedSiteForm(site: Site, onRefused: OnRefused) {
  return defineForm({
    name: "sites.edit",
    schema: createSite.input,
    submit: "sites.form.submit",
    refusalsAt,
    fields: { host: hostField, main_function: functionField, ...fields },
    send: (values, caller) => change(site, values, caller, onRefused),
  });
}

/**
 * Edits a default site, which has no host and a fixed function.
 * @param onRefused receives the server's error before the form does
 */
export function defaultSiteForm(site: Site, onRefused: OnRefused) {
  return defineForm({
    name: "sites.edit-default",
    schema: createSite.input.omit({ host: true, main_function: true }),
    submit: "sites.form.submit",
    fields,
    send: (values, caller) => change(site, values, caller, onRefused),
  });
}
