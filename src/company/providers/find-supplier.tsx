import { useState } from "react";
import { useCallQuery, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { useDebounced } from "#src/kit/api/use-debounced.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { SearchField } from "#src/kit/ui/search-field.tsx";
import { joinProvider, myProviders, queryAllProviders, queryProviders, switchProvider } from "./providers.contract.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { providersActions } from "./providers.actions.ts";

const shown = 20;
/** The number of suppliers listed before a name is typed. */
const mostListed = 100;

/**
 * Lists the suppliers open for sign-up, finds one by name, and joins it.
 * @param onEnter receives the name of the joined supplier, now the current one
 */
export function FindSupplier({ onEnter }: { onEnter: (name: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const name = useDebounced(typed.trim());
  const own = useCallQuery(myProviders, {});
  const { data, isError, refetch } = useCallQuery(queryProviders, { page_size: shown, name }, { enabled: name !== "" });
  const join = useCallMutation(joinProvider);
  const change = useCallMutation(switchProvider);
  const all = useCallQuery(queryAllProviders, {});
  const listed = (all.data?.result ?? []).map((one) => ({ ...one, country_code: "", introduction: "" }));
  const found = name === "" ? listed.slice(0, mostListed) : (data?.result ?? []);
  const isMore = name === "" && listed.length > mostListed;
  const ownUuids = new Set(own.data?.result.map((one) => one.provider_uuid));
  const enter = async (provider_uuid: string, joined: string) => {
    try {
      await join.perform({ provider_uuid });
      await change.perform({ provider_uuid });
    } catch {
      // Already shown as a toast.
      await own.refetch();
      return;
    }
    onEnter(joined);
  };
  return (
    <section className="stack" aria-labelledby="suppliers-find">
      <h2 id="suppliers-find">{t("providers.find")}</h2>
      <SearchField label={t("providers.name")} hint={t("providers.nameHint")} value={typed} maxLength={200} onText={setTyped} />
      <p className="quiet" role="status">
        {name !== "" && data !== undefined && (data.total === 0 ? t("providers.foundNone") : t("providers.found", { count: data.total }))}
        {isError && t("ui.failed")}
      </p>
      {isError && (
        <div className="row">
          <Button onClick={() => void refetch()}>{t("ui.retry")}</Button>
        </div>
      )}
      <ul className="suppliers-list">
        {found.map(({ provider_uuid, name: its, country_code, introduction }) => (
          <li key={provider_uuid} className="suppliers-row">
            <div className="stack-tight">
              <div className="suppliers-name">
                <strong>{its}</strong>
                {country_code !== "" && <span className="quiet small">{country_code}</span>}
              </div>
              {introduction !== "" && <p className="quiet small clip-2">{introduction}</p>}
            </div>
            {ownUuids.has(provider_uuid) ? (
              <span className="quiet small">{t("providers.yours")}</span>
            ) : (
              <ActionButton
                of={providersActions.join}
                subject={undefined}
                isDisabled={join.isPending || change.isPending}
                aria-label={t("providers.joinNamed", { name: its })}
                onClick={() => void enter(provider_uuid, its)}
              >
                {t("providers.join")}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {isMore && <p className="quiet small">{t("providers.more", { count: listed.length - mostListed })}</p>}
    </section>
  );
}
