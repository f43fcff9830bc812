import "./login-pages.css";
import { Link, useNavigate, useRouterState, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { areas } from "#src/kit/api/roles-and-permissions.ts";
import { codeNumbers } from "#src/kit/api/code-numbers.ts";
import { getCodeTexts } from "#src/kit/api/get-code-texts.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import { findArea } from "#src/kit/session/session.rules.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { Button, buttonClass } from "#src/kit/ui/button.tsx";
import { Form } from "#src/kit/ui/form/form.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { loginOrigins } from "./accounts-search.rules.ts";
import { loginForm } from "./login-form.ts";
import { getNextPath, toQueryText } from "./next-path.rules.ts";

/** Links to the logins of both areas, with the current one marked. The username is carried over. */
function AreaLinks({ area, username }: { area: Area; username: string }) {
  const { t } = useTranslation();
  return (
    <nav className="door-areas" aria-label={t("accounts.login.areas")}>
      {areas.toReversed().map((one) => (
        <Link
          key={one}
          className="door-area"
          to={`/${one}/login`}
          search={username === "" ? {} : { username }}
          {...(one === area ? { "aria-current": "page" as const } : {})}
        >
          {t(`accounts.login.label.${one}`)}
        </Link>
      ))}
    </nav>
  );
}

/** Shown if somebody is already signed in. */
function AlreadyIn({ area, next, onOther }: { area: Area; next: string; onOther: () => void }) {
  const { t } = useTranslation();
  const username = useSessions(({ sessions }) => sessions[area]?.username ?? "");
  const navigate = useNavigate();
  return (
    <div className="stack">
      <p>{t("accounts.login.already", { username })}</p>
      <div className="door-choices">
        <Button tone="primary" onClick={() => void navigate({ href: next, replace: true })}>
          {t("accounts.login.continue", { username })}
        </Button>
        <Button onClick={onOther}>{t("accounts.login.other")}</Button>
      </div>
    </div>
  );
}

/** Shown if the password was right, but the account belongs to the other area. */
function Elsewhere({ area, username }: { area: Area; username: string }) {
  const { t, locale } = useTranslation();
  const other: Area = area === "p" ? "ds" : "p";
  return (
    <Notice tone="bad" title={pickText(getCodeTexts("wrongArea"), locale)} code={String(codeNumbers.wrongArea.code)}>
      <div className="row">
        <Link className={buttonClass({ tone: "primary" })} to={`/${other}/login`} search={{ username }}>
          {t(`accounts.login.goTo.${other}`)}
        </Link>
      </div>
    </Notice>
  );
}

/** Notices before signing in: the session expired, or an account has just been set up. */
function Before({ from }: { from: string | number | undefined }) {
  const { t, locale } = useTranslation();
  const isExpired = useSessions((store) => store.isExpired);
  const origin = loginOrigins.find((one) => one === from);
  if (isExpired) return <Notice tone="warn" title={pickText(getCodeTexts("loginExpired"), locale)} />;
  if (origin === undefined) return null;
  return (
    <Notice tone="good" title={t(`accounts.login.from.${origin}.title`)}>
      <p>{t(`accounts.login.from.${origin}.text`)}</p>
    </Notice>
  );
}

/** Signs in, stores the session, and navigates on. */
function SignIn({ area, next, username }: { area: Area; next: string; username: string }) {
  const navigate = useNavigate();
  const setSession = useSessions((store) => store.setSession);
  const [elsewhere, setElsewhere] = useState<string | null>(null);
  const form = useMemo(
    () =>
      loginForm(area, async (session) => {
        setSession(area, session);
        await navigate({ href: next, replace: true });
      }),
    [area, next, setSession, navigate],
  );
  return (
    <>
      {elsewhere !== null && <Elsewhere area={area} username={elsewhere} />}
      <Form
        of={form}
        autoFocus
        initial={{ username }}
        onDone={(outcome, values) => setElsewhere(outcome === "elsewhere" ? values.username.trim() : null)}
      />
    </>
  );
}

function Login({ area }: { area: Area }) {
  const { t } = useTranslation();
  const search = useSearch({ strict: false });
  const next = getNextPath(area, search.next);
  const username = toQueryText(search.username);
  const isIn = useSessions(({ sessions }) => sessions[area] !== null);
  // Read once: the session created by this login must not trigger the question.
  const [isAsked, setAsked] = useState(isIn);
  return (
    <div className="door">
      <AreaLinks area={area} username={username} />
      <header className="stack-tight">
        <h1>{t(`accounts.login.label.${area}`)}</h1>
        <p className="quiet">{t(`accounts.login.for.${area}`)}</p>
      </header>
      <Before from={search.from} />
      {isAsked && isIn ? (
        <AlreadyIn area={area} next={next} onOther={() => setAsked(false)} />
      ) : (
        <SignIn area={area} next={next} username={username} />
      )}
      <p className="door-links">
        <Link to={`/${area}/turn-the-table`}>{t("accounts.login.forgot")}</Link>
        <Link to="/signup" search={{ role: area === "p" ? "supplier" : "retailer" }}>
          {t("accounts.login.signUp")}
        </Link>
      </p>
    </div>
  );
}

/** The login of both areas; the path names the area. */
export function LoginScreen() {
  const area = findArea(useRouterState({ select: ({ location }) => location.pathname })) ?? "ds";
  return <Login key={area} area={area} />;
}
