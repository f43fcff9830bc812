import { uploadImages } from "#src/files/files.contract.ts";
import { defineActions } from "#src/ui/action/action.ts";
import {
  addAuthentication,
  addContact,
  deleteAuthentication,
  deleteContacts,
  updateCompany,
  updateContact,
} from "./key-information.contract.ts";

/** What a company can do with its key information. */
export const keyInformationActions = defineActions({
  company: { calls: [updateCompany] },
  addContact: { calls: [addContact] },
  editContact: { calls: [updateContact] },
  deleteContact: { calls: [deleteContacts] },
  addAuthentication: { calls: [addAuthentication, uploadImages] },
  deleteAuthentication: { calls: [deleteAuthentication] },
});
