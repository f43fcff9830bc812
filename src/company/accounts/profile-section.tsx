import { useQueryClient } from "@tanstack/react-query";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { buildQueryKey } from "#src/kit/api/query.ts";
import { AvatarEditor } from "./avatar-editor.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { Form } from "#src/kit/ui/form/form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { accountsActions } from "./accounts.actions.ts";
import { home } from "./accounts.contract.ts";
import { profileForms } from "./profile-form.ts";

/** Applies a change of the user's profile at once, in the shell too. */
function useProfileChanges() {
  const { area, scope } = useCaller();
  const queries = useQueryClient();
  const change = useSessions((store) => store.change);
  const setPerson = useSessions((store) => store.setPerson);
  const refetch = () => void queries.invalidateQueries({ queryKey: buildQueryKey(scope, home) });
  return {
    setAvatar(avatar: string): void {
      if (area !== null) change(area, { avatar });
      refetch();
    },
    setName(displayName: string): void {
      const person = area === null ? null : useSessions.getState().people[area];
      if (area !== null && person !== null) setPerson(area, { ...person, displayName });
      refetch();
    },
  };
}

/** Picture, name and contact details. */
export function ProfileSection() {
  const { t } = useTranslation();
  const caller = useCaller();
  const { data, error, refetch } = useCallQuery(home, {});
  const { setAvatar, setName } = useProfileChanges();
  const show = useToasts((store) => store.show);
  if (error !== null || data === undefined) return <FailedNotice error={error} onRetry={() => void refetch()} />;
  const { username, avatar_base64, display_name, email, phone } = data;
  return (
    <div className="account-profile">
      <section className="panel stack" aria-labelledby="account-avatar">
        <h2 id="account-avatar">{t("accounts.profile.avatar")}</h2>
        {isPermitted(accountsActions.avatar, caller) ? (
          <AvatarEditor avatar={avatar_base64} onChanged={setAvatar} />
        ) : (
          <p className="quiet">{t("accounts.readOnly")}</p>
        )}
      </section>
      <section className="panel stack" aria-labelledby="account-details">
        <h2 id="account-details">{t("accounts.profile.details")}</h2>
        <dl className="account-facts">
          <dt>{t("accounts.field.username")}</dt>
          <dd>{username}</dd>
        </dl>
        {isPermitted(accountsActions.details, caller) ? (
          <Form
            of={email === "" ? profileForms.withoutEmail : profileForms.withEmail}
            initial={{ displayName: display_name, email, phone }}
            onDone={(answer) => {
              setName(answer.display_name);
              show("good", t("accounts.profile.saved"));
            }}
          />
        ) : (
          <p className="quiet">{t("accounts.readOnly")}</p>
        )}
      </section>
    </div>
  );
}
