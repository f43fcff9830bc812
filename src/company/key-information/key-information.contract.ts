import { z } from "zod";
import { findPhoneRefusal } from "#src/kit/countries/phone.rules.ts";
import { getEmailRefusal, getStoreNameRefusal } from "#src/company/accounts/accounts.rules.ts";
import { roleTypes } from "#src/kit/api/roles-and-permissions.ts";
import { defineCall, ruled } from "#src/kit/api/define-call.ts";
import { storedName } from "#src/kit/files/files.contract.ts";
import { getContactDetailRefusal, getWebsiteRefusal, allowEmpty } from "./key-information.rules.ts";

const text = z.string().trim().max(200);
const owners = ["provider", "dropShipper"] as const;

const company = z.object({
  name: text,
  legal_name: text,
  registration_number: z.string().trim().max(60),
  tax_number: z.string().trim().max(60),
  country_code: z.string().regex(/^([A-Z]{2})?$/),
  address: z.string().trim().max(500),
  phone: z.string().trim().max(30),
  email: z.string().trim().max(254),
  website: z.string().trim().max(200),
});
export type Company = z.infer<typeof company>;
const companyChange = company.partial().extend({
  name: ruled(text, getStoreNameRefusal).optional(),
  phone: ruled(company.shape.phone, allowEmpty(findPhoneRefusal)).optional(),
  email: ruled(company.shape.email, allowEmpty(getEmailRefusal)).optional(),
  website: ruled(company.shape.website, allowEmpty(getWebsiteRefusal)).optional(),
});
export const contactTypes = ["phone", "mobile", "email", "wechat", "whatsapp", "qq", "other"] as const;
const contactFields = { name: text.min(1), type: z.enum(contactTypes), detail: ruled(text, getContactDetailRefusal) };
const contact = z.object({ contact_uuid: z.uuid(), name: z.string(), type: z.enum(contactTypes), detail: z.string(), version: z.int() });
export const authenticationTypes = ["businessLicence", "identityCard", "passport", "taxCertificate", "other"] as const;
const authentication = z.object({
  authentication_uuid: z.uuid(),
  type: z.enum(authenticationTypes),
  name: z.string(),
  id_number: z.string(),
  documents: z.array(z.string()),
  created_at: z.string(),
});
export type Contact = z.infer<typeof contact>;
export type Authentication = z.infer<typeof authentication>;
const progress = z.object({ done: z.int(), of: z.int() });

export const retrieveKeyInformation = defineCall({
  name: "key-information.retrieve",
  method: "GET",
  path: "/api/key-information/retrieve",
  summary: "Returns the company's details, contacts and authentications, and how complete they are. An operator reads the supplier's.",
  roles: roleTypes,
  input: z.strictObject({}),
  output: z.object({ company, contacts: z.array(contact), authentications: z.array(authentication), progress }),
  codes: [],
});

export const updateCompany = defineCall({
  name: "key-information.update-company",
  method: "PUT",
  path: "/api/key-information/update-company",
  summary: "Updates the company's details. Omitted fields stay unchanged.",
  roles: owners,
  input: z.strictObject(companyChange.shape),
  output: company,
  codes: [
    "accounts.companyTaken",
    "accounts.emailShape",
    "accounts.phoneShape",
    "accounts.storeNameRequired",
    "keyInformation.websiteShape",
  ],
});

export const contactInfo = defineCall({
  name: "key-information.contact-info",
  method: "GET",
  path: "/api/customer-settings/contact_info",
  summary: "Lists the company's contacts. An operator reads the supplier's.",
  roles: roleTypes,
  input: z.strictObject({}),
  output: z.object({ result: z.array(contact) }),
  codes: [],
});

export const addContact = defineCall({
  name: "key-information.add-contact",
  method: "POST",
  path: "/api/key-information/add-contact",
  summary: "Adds a contact.",
  roles: owners,
  input: z.strictObject(contactFields),
  output: contact,
  codes: ["keyInformation.tooManyContacts", "keyInformation.contactDetailRequired"],
});

export const updateContact = defineCall({
  name: "key-information.update-contact",
  method: "PUT",
  path: "/api/key-information/update-contact",
  summary: "Updates a contact.",
  roles: owners,
  input: z.strictObject({ contact_uuid: z.uuid(), version: z.int().min(1).max(2_000_000_000), ...contactFields }),
  output: contact,
  codes: ["notFound", "changedMeanwhile", "keyInformation.contactDetailRequired"],
});

export const deleteContacts = defineCall({
  name: "key-information.delete-contacts",
  method: "DELETE",
  path: "/api/key-information/delete-contacts",
  summary: "Deletes contacts, all or none: an id that is not the company's own fails the request.",
  roles: owners,
  input: z.strictObject({ contact_uuids: z.array(z.uuid()).min(1).max(50) }),
  output: z.object({ deleted: z.int() }),
  codes: ["notFound"],
});

export const addAuthentication = defineCall({
  name: "key-information.add-authentication",
  method: "POST",
  path: "/api/key-information/add-authentication",
  summary: "Adds an authentication with one to nine documents that were uploaded before.",
  roles: owners,
  input: z.strictObject({
    type: z.enum(authenticationTypes),
    name: text.min(1),
    id_number: z.string().trim().min(1).max(60),
    documents: z.array(storedName).min(1).max(9),
  }),
  output: authentication,
  codes: ["notFound", "keyInformation.tooManyAuthentications"],
});

export const deleteAuthentication = defineCall({
  name: "key-information.delete-authentication",
  method: "DELETE",
  path: "/api/key-information/delete-authentication",
  summary: "Deletes an authentication, and its documents unless another authentication uses them.",
  roles: owners,
  input: z.strictObject({ authentication_uuid: z.uuid() }),
  output: z.null(),
  codes: ["notFound"],
});
