import "./account-pages.css";
import { IslandMount } from "./island-mount.tsx";
import type { PageProps } from "./page-props.ts";

/** The subscription settings on the web. */
export function SubscriptionPage({ t }: PageProps) {
  return (
    <div className="account-page account-page-wide">
      <header className="stack-tight">
        <h1>{t("subscription.page.title")}</h1>
        <p className="quiet">{t("subscription.page.text")}</p>
      </header>
      <IslandMount name="subscription" t={t} />
    </div>
  );
}
