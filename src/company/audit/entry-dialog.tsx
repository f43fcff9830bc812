import "./entry-dialog.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import type { AuditEntry } from "./audit.contract.ts";
import { formatAction, formatDetailLines, formatMoment, formatPerson, formatSubject } from "./entry-words.rules.ts";

/** A complete entry of the log: the action in words, and the ids that support asks for. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const words = useTranslation();
  const { t, locale } = words;
  const { at, action, address, user_uuid, subject_uuid, audit_uuid, is_sealed, detail } = entry;
  const facts = [
    { key: t("audit.column.time"), value: formatMoment(at, locale) },
    { key: t("audit.column.person"), value: formatPerson(entry, words) },
    { key: t("audit.column.action"), value: formatAction(action, words) },
    { key: t("audit.column.subject"), value: formatSubject(entry, words) },
    { key: t("audit.column.address"), value: address },
    ...formatDetailLines(detail, { t, locale, isWhole: true }),
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
