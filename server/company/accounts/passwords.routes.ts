import { changePassword, requestPasswordReset, resetPassword } from "#src/company/accounts/accounts.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { actingFor, anonymous } from "#server/platform/db/row-security.ts";
import { implementSlow, requireActor } from "#server/platform/http/context.ts";
import type { Implementation, RequestContext } from "#server/platform/http/context.ts";
import { identifyForAudit } from "./account.queries.ts";
import type { Account } from "./account.queries.ts";
import { openPasswords, takeKey } from "./aes-key.commands.ts";
import { createDeviceCookie } from "./known-device.ts";
import { voidMailedLinks } from "./one-time-link.commands.ts";
import { mailPasswordChanged } from "./password-reset-mail.commands.ts";
import { askForReset, checkReset, finishReset, padResponseTime, countResetRequest } from "./password-reset.commands.ts";
import { checkPasswordChange, setPassword } from "./passwords.commands.ts";
import { endSessions } from "./session.commands.ts";

/** A new password makes every device unknown; the device that set it stays known. */
function rememberDevice(account: Account, { services, cookies, setCookie }: RequestContext): void {
  setCookie(createDeviceCookie(services, account, cookies));
}

export const passwordsRoutes: readonly Implementation[] = [
  implementSlow(requestPasswordReset, async (form, context) => {
    if (!(await countResetRequest(form.username, context))) return refuse("tooMany");
    return padResponseTime(() =>
      context.act(async (tx) => {
        await askForReset(tx, form, context);
        return ok(null);
      }),
    );
  }),

  implementSlow(resetPassword, async (form, context) => {
    const checked = await checkReset(form, context);
    if (!checked.ok) return checked;
    const done = await context.act(async (tx) => {
      if (!(await finishReset(tx, { ...checked.value, token: form.token }, context))) return refuse("linkExpired");
      await mailPasswordChanged(tx, checked.value.account, context);
      const { account } = checked.value;
      await writeAudit(tx, context, {
        action: "accounts.reset-password",
        subjectType: "user",
        subjectUuid: account.user_uuid,
        by: identifyForAudit(account, account.username),
      });
      return ok({ username: account.username });
    });
    if (done.ok) rememberDevice({ ...checked.value.account, password_hash: checked.value.newHash }, context);
    return done;
  }),

  implementSlow(changePassword, async (form, context) => {
    const actor = requireActor(context);
    const { services, now, acting } = context;
    const aesKey = await takeKey(services, form.key_id, now);
    if (aesKey === null) return refuse("keyExpired");
    const typed = await openPasswords({ old: form.old_password, password: form.password, confirm: form.confirm }, aesKey);
    if (typed === null) return refuse("parameterError");
    const checked = await checkPasswordChange(typed, actor, context);
    if (!checked.ok) return checked;
    const { account, newHash } = checked.value;
    const done = await context.act(async (tx) => {
      if (!(await setPassword(tx, account, newHash))) return refuse("accounts.oldPasswordWrong");
      await endSessions(tx, { userUuids: [actor.userUuid], except: actor.sessionUuid }, now);
      // a reset requested before must not undo this
      await actingFor(tx, anonymous, acting, () => voidMailedLinks(tx, { purpose: "resetPassword", userUuid: actor.userUuid, now }));
      await mailPasswordChanged(tx, account, context);
      await writeAudit(tx, context, { action: "accounts.change-password", subjectType: "user", subjectUuid: actor.userUuid });
      return ok(null);
    });
    if (done.ok) rememberDevice({ ...account, password_hash: newHash }, context);
    return done;
  }),
];
