import "./audit-log.css";
import { Link, useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useAnswer, useCaller } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { useSessions } from "#src/session/session.store.ts";
import { Button, buttonClass } from "#src/ui/button.tsx";
import type { Search } from "#src/ui/list/list-url.rules.ts";
import { inputOf, readUrl } from "#src/ui/list/list-url.rules.ts";
import { List } from "#src/ui/list/list.tsx";
import { Notice } from "#src/ui/notice.tsx";
import type { AuditEntry } from "./audit.contract.ts";
import { exportAuditLog, retrieveAuditLog } from "./audit.contract.ts";
import { auditFilters, auditList } from "./audit.list.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { personText } from "./entry-words.rules.ts";
import { personOf } from "./person-filter.rules.ts";

type Navigate = (options: { to: "."; search: (old: Search) => object; resetScroll: false }) => Promise<void>;

/** Shows one person's entries, or everybody's; the page begins anew with either. */
function usePersonFilter() {
  const navigate = useNavigate() as unknown as Navigate;
  const userUuid = personOf(useSearch({ strict: false }));
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

/** Whose entries alone are shown, with the way back to everybody's. */
function OnlyPerson({ userUuid, onEverybody }: { userUuid: string; onEverybody: () => void }) {
  const words = useTranslation();
  const { data } = useAnswer(retrieveAuditLog, { user_uuid: userUuid, page_size: 1 });
  const name = personText({ username: data?.result[0]?.username ?? "", user_uuid: userUuid }, words);
  return (
    <div className="audit-only row">
      <span>{data === undefined ? words.t("ui.loading") : words.t("audit.only.title", { name })}</span>
      <Button size="small" onClick={onEverybody}>
        {words.t("audit.only.everybody")}
      </Button>
    </div>
  );
}

/** The export is under way: where it will be. */
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

/** The audit log: all of a supplier's, or a retailer's own. */
export function AuditLogScreen() {
  const { t, locale } = useTranslation();
  const router = useRouter();
  const { role } = useCaller();
  const { userUuid, show } = usePersonFilter();
  const [entry, setEntry] = useState<AuditEntry | null>(null);
  const [isExported, setExported] = useState(false);
  const language = locale === "zh-CN" ? "zh_cn" : "en_us";
  const list = useMemo(
    () =>
      auditList(
        {
          open: setEntry,
          onlyPerson: show,
          async exportAs(format, { client }) {
            // The address as it is when the button is pressed: what is filtered by then is exported.
            const { filters } = readUrl(
              router.state.location.search as Search,
              auditFilters.map(({ field }) => field),
              [],
            );
            const person = userUuid === null ? {} : { user_uuid: userUuid };
            await client.call(exportAuditLog, { ...inputOf({ filters: auditFilters }, filters, ""), ...person, format, language });
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
      <h1>{t("places.auditLog")}</h1>
      <p className="quiet">{t(role === "dropShipper" ? "audit.introOwn" : "audit.intro")}</p>
      {isExported && <ExportStarted onClose={() => setExported(false)} />}
      {userUuid !== null && <OnlyPerson userUuid={userUuid} onEverybody={() => show(null)} />}
      <List of={list} />
      {entry !== null && <EntryDialog entry={entry} onClose={() => setEntry(null)} />}
    </div>
  );
}
