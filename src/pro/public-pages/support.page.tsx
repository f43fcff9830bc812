import "./account-pages.css";
import { IslandMount } from "./island-mount.tsx";
import type { PageProps } from "./page-props.ts";

/** The support form. */
export function SupportPage({ t }: PageProps) {
  return (
    <div className="account-page">
      <header className="stack-tight">
        <h1>{t("support.page.title")}</h1>
        <p className="quiet">{t("support.page.text")}</p>
      </header>
      <div className="panel">
        <IslandMount name="support" t={t} />
      </div>
    </div>
  );
}
