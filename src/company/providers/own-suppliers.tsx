import { useCallQuery, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { EmptyState } from "#src/kit/ui/notice.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { myProviders, switchProvider } from "./providers.contract.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { providersActions } from "./providers.actions.ts";

/**
 * The retailer's suppliers.
 * @param onEnter receives the name of the supplier, now the current one
 */
export function OwnSuppliers({ onEnter }: { onEnter: (name: string) => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useCallQuery(myProviders, {});
  const { perform, isPending } = useCallMutation(switchProvider);
  const enter = async (provider_uuid: string, name: string) => {
    try {
      await perform({ provider_uuid });
    } catch {
      // Already shown as a toast; the list shows the current state.
      await refetch();
      return;
    }
    onEnter(name);
  };
  return (
    <section className="stack" aria-labelledby="suppliers-own">
      <h2 id="suppliers-own">{t("providers.own")}</h2>
      {error !== null && <FailedNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="quiet">{t("ui.loading")}</p>}
      {data?.result.length === 0 && <EmptyState line={t("providers.none")} />}
      <ul className="suppliers-list">
        {data?.result.map(({ provider_uuid, name, is_current, is_blocked }) => (
          <li key={provider_uuid} className="suppliers-row" aria-current={is_current ? "true" : undefined}>
            <div className="suppliers-name">
              <strong>{name}</strong>
              {is_current && <StatusTag tone="good" text={t("providers.current")} />}
              {is_blocked && <StatusTag tone="bad" text={t("providers.blocked")} />}
            </div>
            <ActionButton
              of={providersActions.switch}
              subject={{ is_blocked }}
              isDisabled={isPending}
              aria-label={t(is_current ? "providers.goOnNamed" : "providers.switchNamed", { name })}
              onClick={() => (is_current ? onEnter(name) : void enter(provider_uuid, name))}
            >
              {t(is_current ? "providers.goOn" : "providers.switch")}
            </ActionButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
