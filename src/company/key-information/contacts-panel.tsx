import { useCallback, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ContactDialog, RemoveContactDialog } from "./contact-dialogs.tsx";
import type { Contact } from "./key-information.contract.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { keyInformationActions } from "./key-information.actions.ts";

type Open = { readonly kind: "add" } | { readonly kind: "edit" | "remove"; readonly contact: Contact };

function ContactLine({ contact, open }: { contact: Contact; open: (open: Open) => void }) {
  const { t } = useTranslation();
  const { name, type, detail } = contact;
  return (
    <li className="key-line">
      <div className="key-line-text">
        <strong>{name}</strong>
        <span className="quiet">{t(`keyInformation.contactType.${type}`)}</span>
        <span>{detail}</span>
      </div>
      <div className="row">
        <ActionButton
          of={keyInformationActions.editContact}
          subject={contact}
          aria-label={t("keyInformation.contacts.editOf", { name })}
          onClick={() => open({ kind: "edit", contact })}
        >
          {t("keyInformation.contacts.edit")}
        </ActionButton>
        <ActionButton
          of={keyInformationActions.deleteContact}
          subject={contact}
          tone="danger"
          aria-label={t("keyInformation.contacts.removeOf", { name })}
          onClick={() => open({ kind: "remove", contact })}
        >
          {t("keyInformation.contacts.remove")}
        </ActionButton>
      </div>
    </li>
  );
}

/**
 * The company's contacts.
 * @param onChanged refetches the contacts
 */
export function ContactsPanel({ contacts, onChanged }: { contacts: readonly Contact[]; onChanged: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open | null>(null);
  const close = useCallback(() => setOpen(null), []);
  return (
    <section className="panel stack" id="key-contacts" aria-labelledby="key-contacts-title">
      <div className="row row-apart">
        <h2 id="key-contacts-title">{t("keyInformation.contacts.title")}</h2>
        <ActionButton of={keyInformationActions.addContact} subject={contacts} onClick={() => setOpen({ kind: "add" })}>
          {t("keyInformation.contacts.add")}
        </ActionButton>
      </div>
      {contacts.length === 0 ? (
        <p className="quiet">{t("keyInformation.contacts.empty")}</p>
      ) : (
        <ul className="key-lines">
          {contacts.map((contact) => (
            <ContactLine key={contact.contact_uuid} contact={contact} open={setOpen} />
          ))}
        </ul>
      )}
      {open?.kind === "add" && <ContactDialog contact={null} onChanged={onChanged} onClose={close} />}
      {open?.kind === "edit" && <ContactDialog contact={open.contact} onChanged={onChanged} onClose={close} />}
      {open?.kind === "remove" && <RemoveContactDialog contact={open.contact} onChanged={onChanged} onClose={close} />}
    </section>
  );
}
