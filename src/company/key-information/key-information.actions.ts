import { uploadImages } from "#src/kit/files/files.contract.ts";
import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { checkRoom, defineActions } from "#src/kit/ui/action/action.ts";
import type { Authentication, Contact } from "./key-information.contract.ts";
import {
  addAuthentication,
  addContact,
  deleteAuthentication,
  deleteContacts,
  updateCompany,
  updateContact,
} from "./key-information.contract.ts";
import { mostStored } from "./key-information.rules.ts";

/** A company's actions on its key information. */
export const keyInformationActions = defineActions({
  company: { calls: [updateCompany] },
  addContact: {
    calls: [addContact],
    check: (contacts: readonly Contact[]): Obstacle | null => checkRoom(contacts.length, mostStored, "keyInformation.tooManyContacts"),
  },
  editContact: { calls: [updateContact] },
  deleteContact: { calls: [deleteContacts] },
  addAuthentication: {
    calls: [addAuthentication, uploadImages],
    check: (authentications: readonly Authentication[]): Obstacle | null =>
      checkRoom(authentications.length, mostStored, "keyInformation.tooManyAuthentications"),
  },
  deleteAuthentication: { calls: [deleteAuthentication] },
});
