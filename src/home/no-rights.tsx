import { useAnswer } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { contactInfo } from "#src/key-information/key-information.contract.ts";
import { Notice } from "#src/ui/notice.tsx";

/** An operator without any right: whom to ask, and how to reach them. */
export function NoRights() {
  const { t } = useTranslation();
  const { data } = useAnswer(contactInfo, {});
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
