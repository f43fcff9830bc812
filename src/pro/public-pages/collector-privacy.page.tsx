import { listDeclaredRows } from "./declared-rows.ts";
import type { PageProps } from "./page-props.ts";
import { Declared, Policy } from "./policy.tsx";
import { getPublicHref } from "#src/pro/public-frame/public-pages.rules.ts";

/** What the extension stores and sends, generated from the declaration. */
export function CollectorPrivacyPage({ t, language }: PageProps) {
  const rows = listDeclaredRows(t);
  const part = (id: "kept" | "permissions" | "sent" | "pro" | "parties") => t(`privacy.collector.${id}.title`);
  return (
    <Policy
      t={t}
      title={t("privacy.collector.title")}
      lead={t("privacy.collector.lead")}
      parts={[
        {
          id: "kept",
          title: part("kept"),
          body: (
            <>
              <p>{t("privacy.collector.kept.text")}</p>
              <Declared t={t} caption={part("kept")} first="what" rows={rows.keptHere} />
            </>
          ),
        },
        {
          id: "permissions",
          title: part("permissions"),
          body: (
            <>
              <p>{t("privacy.collector.permissions.text")}</p>
              <Declared t={t} caption={part("permissions")} first="permission" rows={rows.permissions} />
            </>
          ),
        },
        { id: "sent", title: part("sent"), body: <Declared t={t} caption={part("sent")} first="what" rows={rows.sent} /> },
        {
          id: "pro",
          title: part("pro"),
          body: (
            <>
              <p>{t("privacy.collector.pro.text")}</p>
              <Declared t={t} caption={part("pro")} first="what" rows={rows.keptForPro} />
            </>
          ),
        },
        { id: "parties", title: part("parties"), body: <Declared t={t} caption={part("parties")} first="what" rows={rows.parties} /> },
        {
          id: "rights",
          title: t("privacy.collector.rights.title"),
          body: (
            <>
              <p>{t("privacy.collector.rights.text")}</p>
              <p>
                <a href={getPublicHref("subscription", language)}>{t("privacy.collector.rights.settings")}</a>
              </p>
              <p>
                <a href={getPublicHref("support", language)}>{t("privacy.collector.rights.support")}</a>
              </p>
            </>
          ),
        },
        { id: "demo", title: t("privacy.collector.demo.title"), body: <p>{t("privacy.collector.demo.text")}</p> },
        { id: "changes", title: t("privacy.collector.changes.title"), body: <p>{t("privacy.collector.changes.text")}</p> },
      ]}
    />
  );
}
