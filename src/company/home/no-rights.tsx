import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { contactInfo } from "#src/company/key-information/key-information.contract.ts";
import { Notice } from "#src/kit/ui/notice.tsx";

/** Shown to an operator without any right: whom to ask, and how to reach them. */
export function NoRights() {
  const { t } = useTranslation();
  const { data } = useCallQuery(contactInfo, {});
  const contacts = data?.result ?? [];
  return (
    <Notice tone="warn" title={t("home.noRights.title")}>
      <p>{t("home.noRights.ask")}</p>
      {contacts.length > 0 && (
        <>
          <p>{t("home.noRights.contacts")}</p>
          <ul className="home-contacts">
            {contacts.map(({ contact_uuid, name, type, detail }) => (
              <li key={contact_uuid}>
                <strong>{name}</strong> <span className="quiet">{t(`keyInformation.contactType.${type}`)}</span> {detail}
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}
