import { Button } from "antd";
import { useCallback, useState } from "react";
import { useCaller } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { dayText } from "#src/lib/wording.ts";
import { AddAuthenticationDialog, RemoveAuthenticationDialog } from "./authentication-dialogs.tsx";
import { DocumentPicture } from "./document-picture.tsx";
import type { Authentication } from "./key-information.contract.ts";
import { isPermitted } from "#src/ui/action/action.ts";
import { keyInformationActions } from "./key-information.actions.ts";

function AuthenticationLine({ authentication, onRemove }: { authentication: Authentication; onRemove: (() => void) | null }) {
  const { t, locale } = useTranslation();
  const { type, name, id_number, documents, created_at } = authentication;
  return (
    <li className="key-line">
      <div className="key-line-text">
        <strong>{name}</strong>
        <span className="quiet">{t(`keyInformation.authenticationType.${type}`)}</span>
        <span className="number">{id_number}</span>
        <span className="quiet">{t("keyInformation.authentications.added", { day: dayText(created_at, locale) })}</span>
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
      {onRemove !== null && (
        <Button danger aria-label={t("keyInformation.authentications.removeOf", { name })} onClick={onRemove}>
          {t("keyInformation.authentications.remove")}
        </Button>
      )}
    </li>
  );
}

interface AuthenticationsPanelProps {
  readonly authentications: readonly Authentication[];
  /** asks for them again */
  readonly onChanged: () => void;
}

/** Papers that prove who the company is. */
export function AuthenticationsPanel({ authentications, onChanged }: AuthenticationsPanelProps) {
  const { t } = useTranslation();
  const mayEdit = isPermitted(keyInformationActions.addAuthentication, useCaller());
  const [open, setOpen] = useState<"add" | Authentication | null>(null);
  const close = useCallback(() => setOpen(null), []);
  return (
    <section className="panel stack" id="key-authentications" aria-labelledby="key-authentications-title">
      <div className="row row-apart">
        <h2 id="key-authentications-title">{t("keyInformation.authentications.title")}</h2>
        {mayEdit && <Button onClick={() => setOpen("add")}>{t("keyInformation.authentications.add")}</Button>}
      </div>
      {authentications.length === 0 ? (
        <p className="quiet">{t("keyInformation.authentications.empty")}</p>
      ) : (
        <ul className="key-lines">
          {authentications.map((one) => (
            <AuthenticationLine key={one.authentication_uuid} authentication={one} onRemove={mayEdit ? () => setOpen(one) : null} />
          ))}
        </ul>
      )}
      {open === "add" && <AddAuthenticationDialog onChanged={onChanged} onClose={close} />}
      {open !== null && open !== "add" && <RemoveAuthenticationDialog authentication={open} onChanged={onChanged} onClose={close} />}
    </section>
  );
}
