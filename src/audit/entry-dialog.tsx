import "./entry-dialog.css";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Dialog } from "#src/ui/dialog.tsx";
import { StatusTag } from "#src/ui/status-tag.tsx";
import type { AuditEntry } from "./audit.contract.ts";
import { actionText, detailLines, momentText, personText, subjectText } from "./entry-words.rules.ts";

/** An entry of the log, whole: what was done in words, and the ids that support asks for. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const words = useTranslation();
  const { t, locale } = words;
  const { at, action, address, user_uuid, subject_uuid, audit_uuid, is_sealed, detail } = entry;
  const facts = [
    { key: t("audit.column.time"), value: momentText(at, locale) },
    { key: t("audit.column.person"), value: personText(entry, words) },
    { key: t("audit.column.action"), value: actionText(action, words) },
    { key: t("audit.column.subject"), value: subjectText(entry, words) },
    { key: t("audit.column.address"), value: address },
    ...detailLines(detail, { t, locale, isWhole: true }),
  ].filter(({ value }) => value !== "");
  const ids = [
    { key: t("audit.dialog.code"), value: action },
    { key: t("audit.dialog.id"), value: audit_uuid },
    { key: t("audit.dialog.userId"), value: user_uuid },
    { key: t("audit.dialog.subjectId"), value: subject_uuid },
  ].filter(({ value }) => value !== "");
  return (
    <Dialog title={t("audit.dialog.title")} actions={null} closeText={t("ui.close")} onClose={onClose}>
      <dl className="entry-facts">
        {facts.map(({ key, value }, index) => (
          <div key={`${index} ${key}`}>
            <dt>{key}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{t("audit.column.seal")}</dt>
          <dd>
            <StatusTag tone={is_sealed ? "good" : "quiet"} text={t(is_sealed ? "audit.seal.sealed" : "audit.seal.open")} />
          </dd>
        </div>
      </dl>
      <dl className="entry-facts entry-ids">
        {ids.map(({ key, value }) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
