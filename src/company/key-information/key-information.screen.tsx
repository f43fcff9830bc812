import "./key-information.css";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { buildQueryKey } from "#src/kit/api/query.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { AuthenticationsPanel } from "./authentications-panel.tsx";
import { CompanyPanel } from "./company-panel.tsx";
import { ContactsPanel } from "./contacts-panel.tsx";
import { retrieveKeyInformation } from "./key-information.contract.ts";
import { findMissingParts } from "./key-information.rules.ts";
import { ProgressPanel } from "./progress-panel.tsx";

/** What trading partners ask for: company, contacts and authentications, with their completeness. */
export function KeyInformationScreen() {
  const { t } = useTranslation();
  const { scope, role } = useCaller();
  const queries = useQueryClient();
  const { data, error, refetch } = useCallQuery(retrieveKeyInformation, {});
  const reload = useCallback(
    () => void queries.invalidateQueries({ queryKey: buildQueryKey(scope, retrieveKeyInformation) }),
    [queries, scope],
  );
  return (
    <div className="key-information stack">
      <h1>{t("navigation.keyInformation")}</h1>
      <p className="quiet">{t("keyInformation.intro")}</p>
      {role === "operator" && <p className="quiet">{t("keyInformation.readOnly")}</p>}
      {data === undefined && error !== null && <FailedNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Waiting />}
      {data !== undefined && (
        <>
          <ProgressPanel
            progress={data.progress}
            missing={findMissingParts({
              company: data.company,
              contacts: data.contacts.length,
              authentications: data.authentications.length,
            })}
          />
          <div className="key-columns">
            <CompanyPanel company={data.company} />
            <div className="stack">
              <ContactsPanel contacts={data.contacts} onChanged={reload} />
              <AuthenticationsPanel authentications={data.authentications} onChanged={reload} />
            </div>
          </div>
        </>
      )}
    </div>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <section className="panel stack" aria-busy="true">
      <span className="visually-hidden" role="status">
        {t("ui.loading")}
      </span>
      <span className="skeleton skeleton-short" />
      <span className="skeleton" />
      <span className="skeleton" />
    </section>
  );
}
