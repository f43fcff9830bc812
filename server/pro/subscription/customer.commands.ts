import type { z } from "zod";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { parseCode, formatCode } from "#src/pro/entitlement/entitlement.rules.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { isLanguage } from "#src/kit/lib/languages.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { customerSession, requestSignIn } from "#src/pro/subscription/subscription.contract.ts";
import {
  isJustMailed,
  createMailedLink,
  peekMailedLink,
  takeMailedLink,
  voidMailedLinks,
} from "#server/company/accounts/one-time-link.commands.ts";
import type { LinkPurpose, UsedLink } from "#server/company/accounts/one-time-link.commands.ts";
import { nameBucket, countAgainst, toNetwork } from "#server/platform/http/rate-limits.commands.ts";
import { openSessionFor } from "#server/company/accounts/session.commands.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { RequestContext } from "#server/platform/http/context.ts";
import { mailSignInLink } from "./customer-mail.commands.ts";
import type { CustomerPage } from "./customer-mail.commands.ts";
import { findAuditedCustomer, holdCustomer, holdCustomerByEmail } from "./customer.queries.ts";
import type { Customer } from "./customer.queries.ts";

/** How long a customer's mailed link is valid. */
export const customerLinkLifeMs = 15 * 60_000;
const hourMs = 3_600_000;
/** Links for one address requested from one network. The limit across all networks is higher, so that nobody can lock a customer out. */
const linksPerEmailAndNetwork = 5;
const linksPerEmail = 20;
const linksPerNetwork = 20;
/** Requests within this time, such as a double click, send one mail. */
const doublePressMs = 30_000;

type SignInForm = ParsedInputOf<typeof requestSignIn>;

const pages: Readonly<Record<SignInForm["purpose"], CustomerPage>> = {
  link: "/esty-link",
  checkout: "/esty-checkout/pro",
  settings: "/esty-subscription",
};

/**
 * Counts a request for a link by network, by address and network, and by address, known or not, in a separate transaction. A request that one limit
 * refuses is not counted by the next: a flooding network exhausts only its own limits.
 * @returns whether it is within all limits
 */
export async function countSignIn(email: string, { services, address, now }: RequestContext): Promise<boolean> {
  return services.database.transaction(anonymous, async (tx) => {
    const [network, whose] = [toNetwork(address), email.toLowerCase()];
    const both = nameBucket("subscription.request-sign-in email and network", `${whose} ${network}`);
    if (!(await countAgainst(tx, nameBucket("subscription.request-sign-in network", network), linksPerNetwork, hourMs, now))) return false;
    if (!(await countAgainst(tx, both, linksPerEmailAndNetwork, hourMs, now))) return false;
    return countAgainst(tx, nameBucket("subscription.request-sign-in email", whose), linksPerEmail, hourMs, now);
  });
}

/** Returns the customer of an address, locked. A new one is `invited` until its link is opened, and removed later if it never is. */
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
    // a concurrent request waits here and then finds the row of the first
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return holdCustomerByEmail(tx, email);
}

/**
 * Mails a one-time link to an address, and creates an account for it if needed. Earlier links stay valid until they expire. The caller must act as
 * `anonymous`.
 */
export async function askForSignIn(tx: Tx, form: SignInForm, context: RequestContext): Promise<void> {
  const { now } = context;
  const customer = await customerFor(tx, form, now);
  if (customer === null || customer.status === "blocked") return;
  const code = parseCode(form.user_code ?? "");
  const detail = { language: form.language, page: form.purpose, code: code ?? "" };
  const link = { purpose: "customerSignIn", userUuid: customer.user_uuid, detail } as const;
  if (await isJustMailed(tx, { ...link, since: new Date(now.getTime() - doublePressMs) })) return;
  const token = await createMailedLink(tx, { ...link, lifeMs: customerLinkLifeMs, now, keepsEarlier: true });
  const shown = code === null ? null : formatCode(code);
  await mailSignInLink(tx, customer.email, { page: pages[form.purpose], token, code: shown }, form.language, context);
  await writeAudit(tx, context, {
    action: "subscription.request-sign-in",
    subjectType: "user",
    subjectUuid: customer.user_uuid,
    by: findAuditedCustomer(customer),
  });
}

/**
 * Redeems a customer's link and locks the customer's row; null if the link is unknown, used, expired or for another purpose. The caller must act as
 * `anonymous`.
 */
export async function takeCustomerLink(
  tx: Tx,
  link: { purpose: LinkPurpose; token: string; now: Date },
): Promise<{ customer: Customer; used: UsedLink } | null> {
  const userUuid = await peekMailedLink(tx, link);
  const customer = userUuid === null ? null : await holdCustomer(tx, userUuid);
  const used = customer === null ? null : await takeMailedLink(tx, link);
  return customer === null || used === null ? null : { customer, used };
}

/** Opens a customer's session. The caller must act as `anonymous`; `device` is shown in the list of sessions. */
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

/** Signs a customer in by a mailed link and voids all others; the first time activates the account. The caller must act as `anonymous`. */
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
    by: findAuditedCustomer(customer),
  });
  return ok(answer);
}
