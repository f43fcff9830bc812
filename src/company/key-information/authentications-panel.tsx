import { useCallback, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay } from "#src/kit/lib/formats.ts";
import { AddAuthenticationDialog, RemoveAuthenticationDialog } from "./authentication-dialogs.tsx";
import { DocumentPicture } from "./document-picture.tsx";
import type { Authentication } from "./key-information.contract.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { keyInformationActions } from "./key-information.actions.ts";

function AuthenticationLine({ authentication, onRemove }: { authentication: Authentication; onRemove: () => void }) {
  const { t, locale } = useTranslation();
  const { type, name, id_number, documents, created_at } = authentication;
  return (
    <li className="key-line">
      <div className="key-line-text">
        <strong>{name}</strong>
        <span className="quiet">{t(`keyInformation.authenticationType.${type}`)}</span>
        <span className="number">{id_number}</span>
        <span className="quiet">{t("keyInformation.authentications.added", { day: formatDay(created_at, locale) })}</span>
        <div className="key-pictures">
          {documents.map((filename, index) => (
            <DocumentPicture
              key={filename}
              filename={filename}
              text={t("keyInformation.authentications.document", { number: index + 1, name })}
            />
          ))}
        </div>
      </div>
      <ActionButton
        of={keyInformationActions.deleteAuthentication}
        subject={authentication}
        tone="danger"
        aria-label={t("keyInformation.authentications.removeOf", { name })}
        onClick={onRemove}
      >
        {t("keyInformation.authentications.remove")}
      </ActionButton>
    </li>
  );
}

interface AuthenticationsPanelProps {
  readonly authentications: readonly Authentication[];
  /** refetches them */
  readonly onChanged: () => void;
}

/** Documents that prove the company's identity. */
export function AuthenticationsPanel({ authentications, onChanged }: AuthenticationsPanelProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<"add" | Authentication | null>(null);
  const close = useCallback(() => setOpen(null), []);
  return (
    <section className="panel stack" id="key-authentications" aria-labelledby="key-authentications-title">
      <div className="row row-apart">
        <h2 id="key-authentications-title">{t("keyInformation.authentications.title")}</h2>
        <ActionButton of={keyInformationActions.addAuthentication} subject={authentications} onClick={() => setOpen("add")}>
          {t("keyInformation.authentications.add")}
        </ActionButton>
      </div>
      {authentications.length === 0 ? (
        <p className="quiet">{t("keyInformation.authentications.empty")}</p>
      ) : (
        <ul className="key-lines">
          {authentications.map((one) => (
            <AuthenticationLine key={one.authentication_uuid} authentication={one} onRemove={() => setOpen(one)} />
          ))}
        </ul>
      )}
      {open === "add" && <AddAuthenticationDialog onChanged={onChanged} onClose={close} />}
      {open !== null && open !== "add" && <RemoveAuthenticationDialog authentication={open} onChanged={onChanged} onClose={close} />}
    </section>
  );
}
