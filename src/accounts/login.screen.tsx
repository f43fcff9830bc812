import "./doors.css";
import { Link, useNavigate, useRouterState, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { Area } from "#src/api/actors.ts";
import { areas } from "#src/api/actors.ts";
import { codes } from "#src/api/codes.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { areaOf } from "#src/session/session.rules.ts";
import { useSessions } from "#src/session/session.store.ts";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { loginForm, sessionOf } from "./login.form.ts";
import { nextPath, textOfQuery } from "./next-path.rules.ts";

/** What one comes from: the login says what was done there. */
const origins = ["signUp", "reset", "invitation"] as const;

/** The logins of both areas, this one marked. The username goes along. */
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

/** Somebody is signed in here already. */
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

/** The password was right, but this is not the login of that account. */
function Elsewhere({ area, username }: { area: Area; username: string }) {
  const { t, locale } = useTranslation();
  const other: Area = area === "p" ? "ds" : "p";
  const { code, en_us, zh_cn } = codes.wrongArea;
  return (
    <Notice tone="bad" title={locale.startsWith("zh") ? zh_cn : en_us} code={String(code)}>
      <div className="row">
        <Link className={buttonClass({ tone: "primary" })} to={`/${other}/login`} search={{ username }}>
          {t(`accounts.login.goTo.${other}`)}
        </Link>
      </div>
    </Notice>
  );
}

/** What is to be known before signing in: the login expired, or an account has just been made ready. */
function Before({ from }: { from: string }) {
  const { t, locale } = useTranslation();
  const isExpired = useSessions((store) => store.isExpired);
  const origin = origins.find((one) => one === from);
  const { en_us, zh_cn } = codes.loginExpired;
  if (isExpired) return <Notice tone="warn" title={locale.startsWith("zh") ? zh_cn : en_us} />;
  if (origin === undefined) return null;
  return (
    <Notice tone="good" title={t(`accounts.login.from.${origin}.title`)}>
      <p>{t(`accounts.login.from.${origin}.text`)}</p>
    </Notice>
  );
}

/** Signs in, keeps the session, and goes where the way leads. */
function SignIn({ area, next, username }: { area: Area; next: string; username: string }) {
  const navigate = useNavigate();
  const keep = useSessions((store) => store.keep);
  const [elsewhere, setElsewhere] = useState<string | null>(null);
  const form = useMemo(
    () =>
      loginForm(area, async (answer) => {
        keep(area, sessionOf(answer));
        await navigate({ href: next, replace: true });
      }),
    [area, next, keep, navigate],
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
  const search: { next?: unknown; username?: unknown; from?: unknown } = useSearch({ strict: false });
  const next = nextPath(area, search.next);
  const username = textOfQuery(search.username);
  const isIn = useSessions(({ sessions }) => sessions[area] !== null);
  // Looked at once: the session that this very login makes is none to be asked about.
  const [isAsked, setAsked] = useState(isIn);
  return (
    <div className="door">
      <AreaLinks area={area} username={username} />
      <header className="stack-tight">
        <h1>{t(`accounts.login.label.${area}`)}</h1>
        <p className="quiet">{t(`accounts.login.for.${area}`)}</p>
      </header>
      <Before from={textOfQuery(search.from)} />
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

/** The login of both areas; which one is in the path. */
export function LoginScreen() {
  const area = areaOf(useRouterState({ select: ({ location }) => location.pathname })) ?? "ds";
  return <Login key={area} area={area} />;
}
