import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { CallerContext } from "#src/kit/api/call-hooks.tsx";
import { call } from "#src/collector/jobs/background-calls.ts";
import { getServerPage } from "#src/pro/entitlement/server-origin.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { SubscriptionSettings } from "#src/pro/subscription/subscription-settings.screen.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { customerClient, forgetSession } from "./customer-client.ts";

/** Opens a page of the server or of the payment provider in a new tab. */
function openPage(url: string, language: Language): void {
  window.open(url.startsWith("/") ? getServerPage(url, language) : url, "_blank", "noopener");
}

/**
 * The subscription settings for the account that this browser is linked to.
 * @param deviceUuid what the link is known by: `key` as well, for another account is another screen
 */
export function Subscription({ deviceUuid, language }: { deviceUuid: string; language: Language }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const caller = useMemo<Caller>(
    () => ({
      area: null,
      client: customerClient,
      scope: { username: deviceUuid, providerUuid: "" },
      role: "customer",
      permissions: [],
      isReadOnly: false,
    }),
    [deviceUuid],
  );
  // What one account was shown is not there for the next.
  useEffect(
    () => () => {
      forgetSession();
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === deviceUuid });
    },
    [queries, deviceUuid],
  );
  const deleted = () => {
    useToasts.getState().show("good", t("subscription.account.deleted"));
    void call("pro.unlink", {});
  };
  return (
    <section className="stack" aria-labelledby="subscription-settings">
      <h2 id="subscription-settings">{t("plan.device.settings")}</h2>
      <CallerContext value={caller}>
        <SubscriptionSettings language={language} openPage={(url) => openPage(url, language)} onDeleted={deleted} />
      </CallerContext>
    </section>
  );
}
