import "./doors.css";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { StoredSession } from "#src/session/session.rules.ts";
import { useSessions } from "#src/session/session.store.ts";
import { Form } from "#src/ui/form/form.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import { signUpRoles } from "./accounts.rules.ts";
import { areaOfRole, signUpForm } from "./sign-up.form.tsx";

/** Signs a retailer or a supplier up and in, then opens home, or the login where signing in failed. */
export function SignUpScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search: { role?: unknown } = useSearch({ strict: false });
  const role = signUpRoles.find((one) => one === search.role) ?? "retailer";
  const keep = useSessions((store) => store.keep);
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
        onDone={(answer, { role: chosen, username }) => {
          const area = areaOfRole(chosen);
          const session = answer as StoredSession | null;
          if (session === null) return void navigate({ to: `/${area}/login`, search: { username, from: "signUp" } });
          keep(area, session);
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
