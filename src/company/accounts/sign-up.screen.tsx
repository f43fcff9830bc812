import "./login-pages.css";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { Form } from "#src/kit/ui/form/form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { getAreaOfRole, signUpForm } from "./sign-up-form.tsx";

/** Signs a retailer or a supplier up and in, then opens home, or the login if signing in failed. */
export function SignUpScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { role = "retailer" } = useSearch({ strict: false });
  const setSession = useSessions((store) => store.setSession);
  const show = useToasts((store) => store.show);
  return (
    <div className="door">
      <header className="stack-tight">
        <h1>{t("accounts.signUp.title")}</h1>
        <p className="quiet">{t("accounts.signUp.text")}</p>
      </header>
      <Form
        of={signUpForm}
        initial={{ role }}
        autoFocus
        onDone={(session, { role: chosen, username }) => {
          const area = getAreaOfRole(chosen);
          if (session === null) return void navigate({ to: `/${area}/login`, search: { username, from: "signUp" } });
          setSession(area, session);
          show("good", t("accounts.login.from.signUp.title"));
          void navigate({ to: `/${area}/home`, replace: true });
        }}
      />
      <p className="door-links">
        <span>{t("accounts.signUp.have")}</span>
        <Link to="/ds/login">{t("accounts.login.label.ds")}</Link>
        <Link to="/p/login">{t("accounts.login.label.p")}</Link>
      </p>
    </div>
  );
}
