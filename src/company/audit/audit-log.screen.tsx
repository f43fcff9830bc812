import "./audit-log.css";
import { Link, useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { toLanguage } from "#src/kit/lib/languages.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { Button, buttonClass } from "#src/kit/ui/button.tsx";
import { buildInput, readUrl } from "#src/kit/ui/list/list-url.rules.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import type { AuditEntry } from "./audit.contract.ts";
import { exportAuditLog, retrieveAuditLog } from "./audit.contract.ts";
import { auditFilters, auditList } from "./audit.list.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { formatPerson } from "./entry-words.rules.ts";

/** Reads and sets the person filter in the address; changing it returns to the first page. */
function usePersonFilter() {
  const navigate = useNavigate();
  const { user_uuid: userUuid = null } = useSearch({ strict: false });
  return useMemo(() => {
    const show = (person: string | null) =>
      void navigate({
        to: ".",
        search: ({ user_uuid: _before, page: _page, ...rest }) => (person === null ? rest : { ...rest, user_uuid: person }),
        resetScroll: false,
      });
    return { userUuid, show };
  }, [navigate, userUuid]);
}

/** Names the person whose entries are shown, with a link to all entries. */
function OnlyPerson({ userUuid, onEverybody }: { userUuid: string; onEverybody: () => void }) {
  const words = useTranslation();
  const { data } = useCallQuery(retrieveAuditLog, { user_uuid: userUuid, page_size: 1 });
  const name = formatPerson({ username: data?.result[0]?.username ?? "", user_uuid: userUuid }, words);
  return (
    <div className="audit-only row">
      <span>{data === undefined ? words.t("ui.loading") : words.t("audit.only.title", { name })}</span>
      <Button size="small" onClick={onEverybody}>
        {words.t("audit.only.everybody")}
      </Button>
    </div>
  );
}

/** Says that the export has started, and where it will appear. */
function ExportStarted({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { area } = useCaller();
  return (
    <Notice tone="good" title={t("audit.export.title")}>
      <div className="row">
        <Link to={`/${area ?? "p"}/downloads`} className={buttonClass({})}>
          {t("audit.export.go")}
        </Link>
        <Button tone="plain" onClick={onClose}>
          {t("ui.close")}
        </Button>
      </div>
    </Notice>
  );
}

/** The audit log: a supplier's, or a retailer's own. */
export function AuditLogScreen() {
  const { t, locale } = useTranslation();
  const router = useRouter();
  const { role } = useCaller();
  const { userUuid, show } = usePersonFilter();
  const [entry, setEntry] = useState<AuditEntry | null>(null);
  const [isExported, setExported] = useState(false);
  const language = toLanguage(locale);
  const list = useMemo(
    () =>
      auditList(
        {
          open: setEntry,
          onlyPerson: show,
          async exportAs(format, { client }) {
            // Reads the current address: the export uses the filters at the time of the click.
            const { filters } = readUrl(
              router.state.location.search,
              auditFilters.map(({ field }) => field),
              [],
            );
            const person = userUuid === null ? {} : { user_uuid: userUuid };
            await client.call(exportAuditLog, { ...buildInput({ filters: auditFilters }, filters, ""), ...person, format, language });
            setExported(true);
            useSessions.getState().askFor("downloads");
          },
        },
        userUuid,
      ),
    [router, show, userUuid, language],
  );
  return (
    <div className="audit-log stack">
      <h1>{t("navigation.auditLog")}</h1>
      <p className="quiet">{t(role === "dropShipper" ? "audit.introOwn" : "audit.intro")}</p>
      {isExported && <ExportStarted onClose={() => setExported(false)} />}
      {userUuid !== null && <OnlyPerson userUuid={userUuid} onEverybody={() => show(null)} />}
      <List of={list} />
      {entry !== null && <EntryDialog entry={entry} onClose={() => setEntry(null)} />}
    </div>
  );
}
