import { getAesKey, getAesKeyLogin, getCsrfToken, signIn } from "#src/company/accounts/accounts.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { deriveCsrfToken, createToken } from "#server/platform/http/authenticate.ts";
import { implement, implementSlow } from "#server/platform/http/context.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { identifyForAudit, toWhoami } from "./account.queries.ts";
import { issueAesKey } from "./aes-key.commands.ts";
import { forgiveAttempts } from "./password-attempts.commands.ts";
import { openSessionFor } from "./session.commands.ts";
import { createDeviceCookie } from "./known-device.ts";
import { checkSignIn, confirmSignIn } from "./sign-in.commands.ts";

async function giveKey({ tx, services, now }: CallContext) {
  const { keyId, aesKey } = await issueAesKey(tx, services, now);
  return ok({ key_id: keyId, aes_key: aesKey });
}

export const signInRoutes: readonly Implementation[] = [
  implement(getCsrfToken, async (_input, { token }) =>
    ok({ csrf_token: deriveCsrfToken(token === null || token === "" ? createToken() : token) }),
  ),

  implement(getAesKey, async (_input, context) => giveKey(context)),

  // Nothing is looked up by the username, so that the answer cannot reveal anything about it.
  implement(getAesKeyLogin, async (_input, context) => giveKey(context)),

  implementSlow(signIn, async (form, context) => {
    const checked = await checkSignIn(form, context);
    if (!checked.ok) return checked;
    const { account, attempt } = checked.value;
    const { address, device, now, services, cookies } = context;
    const signedIn = await context.act(async (tx) => {
      if (!(await confirmSignIn(tx, account, now))) return refuse("wrongCredentials");
      const session = await openSessionFor(tx, {
        userUuid: account.user_uuid,
        area: form.area,
        providerUuid: account.provider_uuid,
        address,
        device,
        now,
      });
      await writeAudit(tx, context, {
        action: "accounts.sign-in",
        subjectType: "session",
        subjectUuid: session.sessionUuid,
        detail: { area: form.area },
        by: identifyForAudit(account, account.username),
      });
      await forgiveAttempts(tx, attempt);
      return ok({ access_token: session.accessToken, csrf_token: session.csrfToken, ...toWhoami(account) });
    });
    if (signedIn.ok) context.setCookie(createDeviceCookie(services, account, cookies));
    return signedIn;
  }),
];
