import { ok, refuse } from "#src/kit/lib/result.ts";
import { changeEmail, confirmEmail, requestSignIn, signIn } from "#src/pro/subscription/subscription.contract.ts";
import { padResponseTime } from "#server/company/accounts/password-reset.commands.ts";
import { implement, implementSlow } from "#server/platform/http/context.ts";
import type { Implementation } from "#server/platform/http/context.ts";
import { askForEmail, confirmNewEmail, countEmailChange } from "./customer-email.commands.ts";
import { askForSignIn, signInByLink, countSignIn } from "./customer.commands.ts";

/** Sign-in by mailed links, and changes of the address. */
export const customerRoutes: readonly Implementation[] = [
  implementSlow(requestSignIn, async (form, context) =>
    padResponseTime(async () => {
      const isWithin = await countSignIn(form.email, context);
      return context.act(async (tx) => {
        if (isWithin) await askForSignIn(tx, form, context);
        return ok({ sent: true as const });
      });
    }),
  ),

  implement(signIn, async ({ token }, context) => signInByLink(context.tx, token, context)),

  implementSlow(changeEmail, async (form, context) => {
    if (!(await countEmailChange(form.email, context))) return refuse("tooMany");
    return context.act(async (tx) => {
      await askForEmail(tx, form, context);
      return ok({ sent: true as const });
    });
  }),

  implement(confirmEmail, async ({ token }, context) => confirmNewEmail(context.tx, token, context)),
];
