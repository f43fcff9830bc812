import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { buildQueryKey } from "#src/kit/api/query.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { Form } from "#src/kit/ui/form/form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { accountsActions } from "./accounts.actions.ts";
import { listSessions } from "./accounts.contract.ts";
import { changePasswordForm } from "./new-password-form.ts";

/** Changes the user's password, which ends the other sessions. */
export function PasswordSection() {
  const { t } = useTranslation();
  const caller = useCaller();
  const { scope } = caller;
  const queries = useQueryClient();
  const show = useToasts((store) => store.show);
  const form = useMemo(() => changePasswordForm(scope.username), [scope.username]);
  return (
    <section className="panel stack" aria-labelledby="account-password">
      <div className="stack-tight">
        <h2 id="account-password">{t("accounts.password.title")}</h2>
        <p className="quiet">{t("accounts.password.text")}</p>
      </div>
      {isPermitted(accountsActions.password, caller) ? (
        <Form
          of={form}
          onDone={() => {
            void queries.invalidateQueries({ queryKey: buildQueryKey(scope, listSessions) });
            show("good", t("accounts.password.done"));
          }}
        />
      ) : (
        <p className="quiet">{t("accounts.readOnly")}</p>
      )}
    </section>
  );
}
