import { useMemo, useState } from "react";
import { z } from "zod";
import { CallProblem } from "#src/kit/api/client.ts";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { RemoveDialog } from "#src/kit/ui/remove-dialog.tsx";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { Contact } from "./key-information.contract.ts";
import { addContact, contactTypes, deleteContacts, retrieveKeyInformation, updateContact } from "./key-information.contract.ts";

const { name, type, detail } = addContact.input.shape;

async function fetchContact({ client }: Caller, uuid: string): Promise<Contact | null> {
  const { contacts } = await client.call(retrieveKeyInformation, {});
  return contacts.find(({ contact_uuid }) => contact_uuid === uuid) ?? null;
}

/**
 * The form of a contact.
 * @param contact null for a new one
 * @param onStale receives the current contact after a conflict; null if it was removed
 */
function contactForm(contact: Contact | null, onStale: (now: Contact | null) => void) {
  return defineForm({
    name: "key-information.contact",
    schema: z.object({ name, type, detail }),
    submit: "keyInformation.contacts.submit",
    refusalsAt: { "keyInformation.contactDetailRequired": "detail" },
    fields: {
      name: { kind: "text", label: "keyInformation.contacts.name", isRequired: true, maxLength: 200, autoComplete: "off" },
      type: {
        kind: "choice",
        label: "keyInformation.contacts.type",
        isRequired: true,
        options: contactTypes.map((value) => ({ value, text: `keyInformation.contactType.${value}` as const })),
      },
      detail: { kind: "text", label: "keyInformation.contacts.detail", isRequired: true, maxLength: 200, autoComplete: "off" },
    },
    async send(values, caller) {
      if (contact === null) return caller.client.call(addContact, values);
      const { contact_uuid, version } = contact;
      try {
        return await caller.client.call(updateContact, { contact_uuid, version, ...values });
      } catch (error) {
        if (error instanceof CallProblem && (error.codeName === "changedMeanwhile" || error.codeName === "notFound"))
          onStale(await fetchContact(caller, contact_uuid));
        throw error;
      }
    },
  });
}

interface DialogProps {
  /** called when the contacts have changed */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Adds a contact, or edits the one given. */
export function ContactDialog({ contact, onChanged, onClose }: DialogProps & { contact: Contact | null }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(contact);
  const [isStale, setStale] = useState(false);
  const form = useMemo(
    () =>
      contactForm(now, (found) => {
        onChanged();
        if (found === null) return;
        setStale(true);
        setNow(found);
      }),
    [now, onChanged],
  );
  const title = t(contact === null ? "keyInformation.contacts.addTitle" : "keyInformation.contacts.editTitle");
  return (
    <FormDialog title={title} onClose={onClose}>
      {isStale && <Notice tone="warn" title={t("keyInformation.contacts.changed")} />}
      <Form
        key={now?.version ?? 0}
        of={form}
        subject={now === null ? "" : `${now.contact_uuid} ${now.version}`}
        initial={now === null ? { type: "phone" } : { name: now.name, type: now.type, detail: now.detail }}
        onDone={() => {
          useToasts.getState().show("good", t("keyInformation.contacts.saved"));
          onChanged();
          onClose();
        }}
      />
    </FormDialog>
  );
}

/** Asks for confirmation before a contact is removed. */
export function RemoveContactDialog({ contact, ...rest }: DialogProps & { contact: Contact }) {
  const { t } = useTranslation();
  const { perform } = useCallMutation(deleteContacts);
  return (
    <RemoveDialog
      {...rest}
      title={t("keyInformation.contacts.confirmTitle")}
      text={t("keyInformation.contacts.confirm", { name: contact.name })}
      submit={t("keyInformation.contacts.remove")}
      done={t("keyInformation.contacts.removed")}
      remove={() => perform({ contact_uuids: [contact.contact_uuid] })}
    />
  );
}
