import "./account-pages.css";
import { IslandMount } from "./island-mount.tsx";
import type { PageProps } from "./page-props.ts";

/** Links a device of the extension: the code is compared here. */
export function LinkPage({ t }: PageProps) {
  return (
    <div className="account-page">
      <header className="stack-tight">
        <h1>{t("entitlement.page.title")}</h1>
        <p className="quiet">{t("entitlement.page.text")}</p>
      </header>
      <div className="panel">
        <IslandMount name="link" t={t} />
      </div>
    </div>
  );
}
