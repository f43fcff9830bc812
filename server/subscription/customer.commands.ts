import type { z } from "zod";
import type { RefusalName } from "#src/api/codes.ts";
import type { ParsedInputOf } from "#src/api/define-call.ts";
import { plainCode, shownCode } from "#src/entitlement/entitlement.rules.ts";
import { isLanguage } from "#src/lib/look.ts";
import type { Language } from "#src/lib/look.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { customerSession, requestSignIn } from "#src/subscription/subscription.contract.ts";
import { isJustMailed, newMailedLink, peekMailedLink, takeMailedLink, voidMailedLinks } from "#server/accounts/mailed-link.commands.ts";
import type { LinkPurpose, UsedLink } from "#server/accounts/mailed-link.commands.ts";
import { bucketOf, countAgainst, networkOf } from "#server/accounts/rate.commands.ts";
import { openSessionFor } from "#server/accounts/session.commands.ts";
import { writeAudit } from "#server/audit/audit.commands.ts";
import { newId } from "#server/clock.ts";
import { gate } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import type { RequestContext } from "#server/http/context.ts";
import { mailSignInLink } from "./customer-mail.commands.ts";
import type { CustomerPage } from "./customer-mail.commands.ts";
import { auditedCustomer, holdCustomer, holdCustomerByEmail } from "./customer.queries.ts";
import type { Customer } from "./customer.queries.ts";

/** How long a customer's mailed link is good. */
export const customerLinkLifeMs = 15 * 60_000;
const hourMs = 3_600_000;
/** From one network for one address; the cap over all networks is larger, so that a stranger does not keep a customer from signing in. */
const linksPerEmailAndNetwork = 5;
const linksPerEmail = 20;
const linksPerNetwork = 20;
/** Who presses twice gets one mail. */
const doublePressMs = 30_000;

type SignInForm = ParsedInputOf<typeof requestSignIn>;

const pages: Readonly<Record<SignInForm["purpose"], CustomerPage>> = {
  link: "/esty-link",
  checkout: "/esty-checkout/pro",
  settings: "/esty-subscription",
};

/**
 * Counts a wish for a link by network, by address and network, and by address, known or not, in a transaction of its own. What one limit refuses is not
 * counted by the next: a network that asks without end uses up no more than its own share.
 * @returns whether it is within all limits
 */
export async function withinSignInLimits(email: string, { services, address, now }: RequestContext): Promise<boolean> {
  return services.database.transaction(gate, async (tx) => {
    const [network, whose] = [networkOf(address), email.toLowerCase()];
    const both = bucketOf("subscription.request-sign-in email and network", `${whose} ${network}`);
    if (!(await countAgainst(tx, bucketOf("subscription.request-sign-in network", network), linksPerNetwork, hourMs, now))) return false;
    if (!(await countAgainst(tx, both, linksPerEmailAndNetwork, hourMs, now))) return false;
    return countAgainst(tx, bucketOf("subscription.request-sign-in email", whose), linksPerEmail, hourMs, now);
  });
}

/** The customer of an address, locked. One that is new is `invited` until its link is opened; what never is, is cleared. */
async function customerFor(tx: Tx, { email, language }: SignInForm, now: Date): Promise<Customer | null> {
  const known = await holdCustomerByEmail(tx, email);
  if (known !== null) return known;
  const userUuid = newId();
  await tx
    .insertInto("app_user")
    .values({
      user_uuid: userUuid,
      username: `customer-${userUuid}`,
      role: "customer",
      status: "invited",
      email,
      default_language: language,
      created_at: now,
    })
    // of two at once the second waits here, and then finds the first one's
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return holdCustomerByEmail(tx, email);
}

/** Mails a one-time link to an address, which gets an account with it where it has none. Earlier links live out their time. Wants the gate. */
export async function askForSignIn(tx: Tx, form: SignInForm, context: RequestContext): Promise<void> {
  const { now } = context;
  const customer = await customerFor(tx, form, now);
  if (customer === null || customer.status === "blocked") return;
  const code = plainCode(form.user_code ?? "");
  const detail = { language: form.language, page: form.purpose, code: code ?? "" };
  const link = { purpose: "customerSignIn", userUuid: customer.user_uuid, detail } as const;
  if (await isJustMailed(tx, { ...link, since: new Date(now.getTime() - doublePressMs) })) return;
  const token = await newMailedLink(tx, { ...link, lifeMs: customerLinkLifeMs, now, keepsEarlier: true });
  const shown = code === null ? null : shownCode(code);
  await mailSignInLink(tx, customer.email, { page: pages[form.purpose], token, code: shown }, form.language, context);
  await writeAudit(tx, context, {
    action: "subscription.request-sign-in",
    subjectType: "user",
    subjectUuid: customer.user_uuid,
    by: auditedCustomer(customer),
  });
}

/** Uses a customer's link up, with the customer's row locked; null where it is unknown, used, too old or for something else. Wants the gate. */
export async function takeCustomerLink(
  tx: Tx,
  link: { purpose: LinkPurpose; token: string; now: Date },
): Promise<{ customer: Customer; used: UsedLink } | null> {
  const userUuid = await peekMailedLink(tx, link);
  const customer = userUuid === null ? null : await holdCustomer(tx, userUuid);
  const used = customer === null ? null : await takeMailedLink(tx, link);
  return customer === null || used === null ? null : { customer, used };
}

/** Opens a customer's session. Wants the gate; `device` is what the list of sessions shows. */
export async function openCustomerSession(
  tx: Tx,
  { user_uuid, email }: Pick<Customer, "user_uuid" | "email">,
  device: string,
  { address, now }: RequestContext,
): Promise<{ sessionUuid: string; answer: z.output<typeof customerSession> }> {
  const session = await openSessionFor(tx, { userUuid: user_uuid, area: "customer", providerUuid: null, address, device, now });
  const { sessionUuid, accessToken, csrfToken, expiresAt } = session;
  return { sessionUuid, answer: { access_token: accessToken, csrf_token: csrfToken, expires_at: expiresAt.toISOString(), email } };
}

/** Signs a customer in by a mailed link, after which none of the others is good; the first time makes the account an active one. Wants the gate. */
export async function signInByLink(
  tx: Tx,
  token: string,
  context: RequestContext,
): Promise<Result<z.output<typeof customerSession>, RefusalName>> {
  const { now } = context;
  const link = await takeCustomerLink(tx, { purpose: "customerSignIn", token, now });
  if (link === null) return refuse("linkExpired");
  const { customer, used } = link;
  if (customer.status === "blocked") return refuse("accountBlocked");
  await voidMailedLinks(tx, { purpose: "customerSignIn", userUuid: customer.user_uuid, now });
  const language: Language = isLanguage(used.detail["language"]) ? used.detail["language"] : customer.default_language;
  await tx
    .updateTable("app_user")
    .set({ status: "active", last_seen_at: now, default_language: language })
    .where("user_uuid", "=", customer.user_uuid)
    .execute();
  const { sessionUuid, answer } = await openCustomerSession(tx, customer, context.device, context);
  await writeAudit(tx, context, {
    action: "subscription.sign-in",
    subjectType: "session",
    subjectUuid: sessionUuid,
    detail: { page: used.detail["page"] ?? "" },
    by: auditedCustomer(customer),
  });
  return ok(answer);
}
