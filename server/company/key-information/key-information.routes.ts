import {
  addAuthentication,
  addContact,
  contactInfo,
  deleteAuthentication,
  deleteContacts,
  retrieveKeyInformation,
  updateCompany,
  updateContact,
} from "#src/company/key-information/key-information.contract.ts";
import { computeCompleteness } from "#src/company/key-information/key-information.rules.ts";
import { ok } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import type { AuditNote } from "#server/platform/audit-trail/audit.commands.ts";
import { implement } from "#server/platform/http/context.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { insertAuthentication, removeAuthentication } from "./authentications.commands.ts";
import { changeCompany } from "./company.commands.ts";
import { insertContact, changeContact, removeContacts } from "./contacts.commands.ts";
import { getOwner, listAuthentications, readCompany, listContacts } from "./key-information.queries.ts";

/** The audit entry names fields and rows, never a person's or a company's values. */
async function note(
  { tx, ...context }: CallContext,
  about: Pick<AuditNote, "action" | "subjectType" | "subjectUuid" | "detail">,
): Promise<void> {
  await writeAudit(tx, context, about);
}

export const keyInformationRoutes: readonly Implementation[] = [
  implement(retrieveKeyInformation, async (_input, context) => {
    const { tx } = context;
    const owner = getOwner(context);
    const [company, contacts, authentications] = await Promise.all([
      readCompany(tx, owner),
      listContacts(tx, owner),
      listAuthentications(tx, owner),
    ]);
    const progress = computeCompleteness({ company, contacts: contacts.length, authentications: authentications.length });
    return ok({ company, contacts, authentications, progress });
  }),

  implement(contactInfo, async (_input, context) => ok({ result: await listContacts(context.tx, getOwner(context)) })),

  implement(updateCompany, async (input, context) => {
    const owner = getOwner(context);
    const changed = await changeCompany(context.tx, owner, input, context.now);
    if (!changed.ok) return changed;
    await note(context, {
      action: "key-information.update-company",
      subjectType: owner.kind,
      subjectUuid: owner.ownerUuid,
      detail: { fields: Object.keys(input) },
    });
    return changed;
  }),

  implement(addContact, async (input, context) => {
    const added = await insertContact(context.tx, getOwner(context), input, context.now);
    if (!added.ok) return added;
    await note(context, { action: "key-information.add-contact", subjectType: "contact", subjectUuid: added.value.contact_uuid });
    return added;
  }),

  implement(updateContact, async (input, context) => {
    const changed = await changeContact(context.tx, getOwner(context), input);
    if (!changed.ok) return changed;
    await note(context, { action: "key-information.update-contact", subjectType: "contact", subjectUuid: input.contact_uuid });
    return changed;
  }),

  implement(deleteContacts, async ({ contact_uuids }, context) => {
    const removed = await removeContacts(context.tx, getOwner(context), contact_uuids);
    if (!removed.ok) return removed;
    await note(context, { action: "key-information.delete-contacts", subjectType: "contact", detail: { contact_uuids } });
    return ok({ deleted: removed.value });
  }),

  implement(addAuthentication, async (input, context) => {
    const added = await insertAuthentication({ ...context, owner: getOwner(context) }, input);
    if (!added.ok) return added;
    await note(context, {
      action: "key-information.add-authentication",
      subjectType: "authentication",
      subjectUuid: added.value.authentication_uuid,
      detail: { type: input.type, documents: added.value.documents.length },
    });
    return added;
  }),

  implement(deleteAuthentication, async ({ authentication_uuid }, context) => {
    const removed = await removeAuthentication({ ...context, owner: getOwner(context) }, authentication_uuid);
    if (!removed.ok) return removed;
    await note(context, {
      action: "key-information.delete-authentication",
      subjectType: "authentication",
      subjectUuid: authentication_uuid,
    });
    return removed;
  }),
];
