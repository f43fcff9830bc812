import "./doors.css";
import { Link, useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import type { Area } from "#src/api/actors.ts";
import { codes } from "#src/api/codes.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { areaOf } from "#src/session/session.rules.ts";
import { useSessions } from "#src/session/session.store.ts";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import type { MailedLink } from "./mailed-link.rules.ts";
import { mailedLinkOf } from "./mailed-link.rules.ts";
import type { LinkOutcome } from "./new-password.form.ts";
import { invitationForm, resetForm } from "./new-password.form.ts";
import { RequestLink } from "./request-link.tsx";

/** The link that this page was opened by. It is taken out of the address at once, so that the history does not keep it. */
function useMailedLink(): MailedLink {
  const query = useRouterState({ select: ({ location }) => location.searchStr });
  const navigate = useNavigate();
  const found = mailedLinkOf(query);
  const [taken, setTaken] = useState<MailedLink>(found);
  if (found !== null && found.token !== taken?.token) setTaken(found);
  const isInAddress = found !== null;
  useEffect(() => {
    if (isInAddress) void navigate({ to: ".", search: {}, replace: true });
  }, [isInAddress, navigate]);
  return taken;
}

/** The link was good once, or for a while: what to do now. */
function Expired({ kind, onAgain }: { kind: "reset" | "invitation"; onAgain: () => void }) {
  const { t, locale } = useTranslation();
  const { code, en_us, zh_cn } = codes.linkExpired;
  return (
    <Notice tone="bad" title={locale.startsWith("zh") ? zh_cn : en_us} code={String(code)}>
      <p>{t(`accounts.expired.${kind}`)}</p>
      {kind === "reset" && (
        <div className="row">
          <Button tone="primary" onClick={onAgain}>
            {t("accounts.expired.again")}
          </Button>
        </div>
      )}
    </Notice>
  );
}

/** What a mailed link is for: a new password, or an operator's account. */
function ByLink({ area, link, onAgain }: { area: Area; link: NonNullable<MailedLink>; onAgain: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { kind, token } = link;
  const [isExpired, setExpired] = useState(false);
  const reset = useMemo(() => resetForm(token), [token]);
  const invitation = useMemo(() => invitationForm(token), [token]);
  const onDone = (answer: unknown) => {
    const outcome = answer as LinkOutcome;
    if (outcome.kind === "expired") return setExpired(true);
    // A new password ends every session of the account: the one that this browser may have kept is none any more.
    const { sessions, keep } = useSessions.getState();
    if (kind === "reset" && sessions[area]?.username === outcome.username) keep(area, null);
    const to = kind === "invitation" ? "/p/login" : `/${area}/login`;
    void navigate({ to, search: { username: outcome.username, from: kind }, replace: true });
  };
  return (
    <>
      <header className="stack-tight">
        <h1>{t(`accounts.${kind}.title`)}</h1>
        <p className="quiet">{t(`accounts.${kind}.text`)}</p>
      </header>
      {isExpired ? (
        <Expired kind={kind} onAgain={onAgain} />
      ) : kind === "reset" ? (
        <Form of={reset} autoFocus onDone={onDone} />
      ) : (
        <Form of={invitation} autoFocus onDone={onDone} />
      )}
    </>
  );
}

/** A forgotten password: asks for the mailed link, and takes the new password when somebody comes by it. Invited operators come here as well. */
export function TurnTheTableScreen() {
  const { t } = useTranslation();
  const area = areaOf(useRouterState({ select: ({ location }) => location.pathname })) ?? "ds";
  const link = useMailedLink();
  const [putAside, setPutAside] = useState<string | null>(null);
  return (
    <div className="door">
      {link === null || link.token === putAside ? (
        <RequestLink />
      ) : (
        <ByLink key={link.token} area={area} link={link} onAgain={() => setPutAside(link.token)} />
      )}
      <p className="door-links">
        <Link to={`/${area}/login`}>{t("accounts.request.back")}</Link>
      </p>
    </div>
  );
}
