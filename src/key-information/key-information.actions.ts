import { uploadImages } from "#src/files/files.contract.ts";
import type { Obstacle } from "#src/ui/action/action.ts";
import { checkRoom, defineActions } from "#src/ui/action/action.ts";
import type { Authentication, Contact } from "./key-information.contract.ts";
import {
  addAuthentication,
  addContact,
  deleteAuthentication,
  deleteContacts,
  updateCompany,
  updateContact,
} from "./key-information.contract.ts";
import { mostKept } from "./key-information.rules.ts";

/** What a company can do with its key information. */
export const keyInformationActions = defineActions({
  company: { calls: [updateCompany] },
  addContact: {
    calls: [addContact],
    check: (contacts: readonly Contact[]): Obstacle | null => checkRoom(contacts.length, mostKept, "keyInformation.tooManyContacts"),
  },
  editContact: { calls: [updateContact] },
  deleteContact: { calls: [deleteContacts] },
  addAuthentication: {
    calls: [addAuthentication, uploadImages],
    check: (authentications: readonly Authentication[]): Obstacle | null =>
      checkRoom(authentications.length, mostKept, "keyInformation.tooManyAuthentications"),
  },
  deleteAuthentication: { calls: [deleteAuthentication] },
});
