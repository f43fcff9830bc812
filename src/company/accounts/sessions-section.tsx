import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useCallQuery, useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { buildQueryKey } from "#src/kit/api/query.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { listSessions, revokeSessions } from "./accounts.contract.ts";
import { parseDevice } from "./device.rules.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { accountsActions } from "./accounts.actions.ts";

type Session = OutputOf<typeof listSessions>["result"][number];

/** Formats a device; the header itself if it names neither browser nor system. */
function formatDevice(device: string, t: Translate): string {
  const { browser, system } = parseDevice(device);
  if (browser !== null && system !== null) return t("accounts.sessions.device", { browser, system });
  return browser ?? system ?? (device === "" ? t("accounts.sessions.unknownDevice") : device);
}

function When({ label, at }: { label: string; at: string }) {
  const { locale } = useTranslation();
  return (
    <div>
      <dt>{label}</dt>
      <dd className="number">
        <time dateTime={at}>{new Date(at).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" })}</time>
      </dd>
    </div>
  );
}

function SessionRow({ session, onEnd, isBusy }: { session: Session; onEnd: (() => void) | null; isBusy: boolean }) {
  const { t } = useTranslation();
  const device = formatDevice(session.device, t);
  return (
    <li className="account-session">
      <div className="stack-tight">
        <div className="row">
          <strong className="account-device" title={session.device} translate="no">
            {device}
          </strong>
          {session.is_current && <StatusTag tone="good" text={t("accounts.sessions.current")} />}
          {session.opened_for_support && <StatusTag tone="warn" text={t("accounts.sessions.support")} />}
        </div>
        <dl className="account-session-facts small">
          <div>
            <dt>{t("accounts.sessions.address")}</dt>
            <dd className="number">{session.address}</dd>
          </div>
          <When label={t("accounts.sessions.since")} at={session.created_at} />
          <When label={t("accounts.sessions.seen")} at={session.last_seen_at} />
        </dl>
      </div>
      {onEnd !== null && (
        <Button isDisabled={isBusy} aria-label={t("accounts.sessions.endNamed", { device })} onClick={onEnd}>
          {t("accounts.sessions.end")}
        </Button>
      )}
    </li>
  );
}

/** Asks for confirmation before all other devices are signed out. */
function AskOthers({ count, onYes, onClose }: { count: number; onYes: () => void; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t("accounts.sessions.askTitle", { count })}
      closeText={t("accounts.sessions.askNo")}
      onClose={onClose}
      actions={
        <Button tone="danger" onClick={onYes}>
          {t("accounts.sessions.endOthers")}
        </Button>
      }
    >
      <p>{t("accounts.sessions.askText")}</p>
    </Dialog>
  );
}

/** The user's sessions, and buttons to end them. */
export function SessionsSection() {
  const { t } = useTranslation();
  const caller = useCaller();
  const queries = useQueryClient();
  const show = useToasts((store) => store.show);
  const { data, error, refetch } = useCallQuery(listSessions, {});
  const { perform, isPending } = useCallMutation(revokeSessions);
  const [isAsked, setAsked] = useState(false);
  const mayEnd = isPermitted(accountsActions.endSessions, caller);
  const others = data?.result.filter((session) => !session.is_current) ?? [];
  const shown = [...(data?.result.filter((session) => session.is_current) ?? []), ...others];
  const end = async (which: string[] | "others") => {
    setAsked(false);
    try {
      const { ended } = await perform({ session_uuids: which });
      show("good", t("accounts.sessions.ended", { count: ended }));
    } catch {
      // Already shown as a toast; the list shows the current state.
    }
    await queries.invalidateQueries({ queryKey: buildQueryKey(caller.scope, listSessions) });
  };
  return (
    <section className="panel stack account-sessions" aria-labelledby="account-sessions">
      <div className="row row-apart">
        <div className="stack-tight">
          <h2 id="account-sessions">{t("accounts.sessions.title")}</h2>
          <p className="quiet">{t("accounts.sessions.text")}</p>
        </div>
        {mayEnd && others.length > 0 && (
          <Button tone="danger" isDisabled={isPending} onClick={() => setAsked(true)}>
            {t("accounts.sessions.endOthers")}
          </Button>
        )}
      </div>
      {error !== null && <FailedNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="quiet">{t("ui.loading")}</p>}
      <ul className="account-session-list">
        {shown.map((session) => (
          <SessionRow
            key={session.session_uuid}
            session={session}
            isBusy={isPending}
            onEnd={mayEnd && !session.is_current ? () => void end([session.session_uuid]) : null}
          />
        ))}
      </ul>
      {isAsked && <AskOthers count={others.length} onYes={() => void end("others")} onClose={() => setAsked(false)} />}
    </section>
  );
}
