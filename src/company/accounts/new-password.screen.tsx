import "./login-pages.css";
import { Link, useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { codeNumbers } from "#src/kit/api/code-numbers.ts";
import { getCodeTexts } from "#src/kit/api/get-code-texts.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import { findArea } from "#src/kit/session/session.rules.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Form } from "#src/kit/ui/form/form.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import type { MailedLink } from "./mailed-link.rules.ts";
import { parseMailedLink } from "./mailed-link.rules.ts";
import type { LinkOutcome } from "./new-password-form.ts";
import { invitationForm, resetForm } from "./new-password-form.ts";
import { RequestLink } from "./request-link.tsx";

/** The link that opened this page. Removed from the address at once, so that the history does not contain it. */
function useMailedLink(): MailedLink {
  const query = useRouterState({ select: ({ location }) => location.searchStr });
  const navigate = useNavigate();
  const found = parseMailedLink(query);
  const [taken, setTaken] = useState<MailedLink>(found);
  if (found !== null && found.token !== taken?.token) setTaken(found);
  const isInAddress = found !== null;
  useEffect(() => {
    if (isInAddress) void navigate({ to: ".", search: {}, replace: true });
  }, [isInAddress, navigate]);
  return taken;
}

/** Shown if the link was used or has expired: what to do now. */
function Expired({ kind, onAgain }: { kind: "reset" | "invitation"; onAgain: () => void }) {
  const { t, locale } = useTranslation();
  return (
    <Notice tone="bad" title={pickText(getCodeTexts("linkExpired"), locale)} code={String(codeNumbers.linkExpired.code)}>
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

/** The form of a mailed link: a new password, or an operator's account. */
function ByLink({ area, link, onAgain }: { area: Area; link: NonNullable<MailedLink>; onAgain: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { kind, token } = link;
  const [isExpired, setExpired] = useState(false);
  const reset = useMemo(() => resetForm(token), [token]);
  const invitation = useMemo(() => invitationForm(token), [token]);
  const onDone = (outcome: LinkOutcome) => {
    if (outcome.kind === "expired") return setExpired(true);
    // A new password ends every session of the account, including the one that this browser may have stored.
    const { sessions, setSession } = useSessions.getState();
    if (kind === "reset" && sessions[area]?.username === outcome.username) setSession(area, null);
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

/** Requests a link for a forgotten password, and sets the new password when opened by that link. Invited operators come here as well. */
export function NewPasswordScreen() {
  const { t } = useTranslation();
  const area = findArea(useRouterState({ select: ({ location }) => location.pathname })) ?? "ds";
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
