import { sql } from "kysely";
import { z } from "zod";
import { emailRefusal } from "#src/accounts/accounts.rules.ts";
import type { RefusalName } from "#src/api/codes.ts";
import type { Language } from "#src/lib/look.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { newMailedLink, voidMailedLinks } from "#server/accounts/mailed-link.commands.ts";
import { bucketOf, countAgainst } from "#server/accounts/rate.commands.ts";
import { endSessions } from "#server/accounts/session.commands.ts";
import { writeAudit } from "#server/audit/audit.commands.ts";
import { actingFor, gate, platform } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import { violatedUnique } from "#server/db/violations.ts";
import { signedIn } from "#server/http/context.ts";
import type { RequestContext } from "#server/http/context.ts";
import { defineJob } from "#server/jobs/job-queue.ts";
import { mailConfirmEmail, mailEmailChanged } from "./customer-mail.commands.ts";
import { customerLinkLifeMs, takeCustomerLink } from "./customer.commands.ts";
import { auditedCustomer, holdCustomer } from "./customer.queries.ts";

const hourMs = 3_600_000;
const changesPerCustomer = 5;
const mailsPerEmail = 5;

/** Tells the payment provider a customer's address; which one it is now is looked up when the job runs. */
export const changeEmailJob = defineJob({ name: "subscription.change-email", input: z.strictObject({ user_uuid: z.uuid() }) });

/**
 * Counts a wish to change, by customer and by the address that would get the mail, in a transaction of its own.
 * @returns whether it is within both limits; else `tooMany`
 */
export async function withinChangeLimits(email: string, context: RequestContext): Promise<boolean> {
  const { services, now } = context;
  const { userUuid } = signedIn(context);
  return services.database.transaction(gate, async (tx) => {
    if (!(await countAgainst(tx, bucketOf("subscription.change-email customer", userUuid), changesPerCustomer, hourMs, now))) return false;
    return countAgainst(tx, bucketOf("subscription.change-email email", email.toLowerCase()), mailsPerEmail, hourMs, now);
  });
}

/** Mails a link to the new address, whoever has it: whether another account does is told to its owner alone. Earlier links are void. */
export async function askForEmail(tx: Tx, form: { email: string; language: Language }, context: RequestContext): Promise<void> {
  const { userUuid } = signedIn(context);
  const { now } = context;
  await actingFor(tx, gate, context.acting, async () => {
    await holdCustomer(tx, userUuid);
    const link = { purpose: "changeEmail", userUuid, detail: { email: form.email }, lifeMs: customerLinkLifeMs, now } as const;
    await mailConfirmEmail(tx, form.email, await newMailedLink(tx, link), form.language, context);
  });
  await writeAudit(tx, context, {
    action: "subscription.change-email",
    subjectType: "user",
    subjectUuid: userUuid,
    person: { newEmail: form.email },
  });
}

/** @returns false where another customer has the address; the transaction takes no more statements then */
async function setEmail(tx: Tx, userUuid: string, email: string): Promise<boolean> {
  try {
    await tx.updateTable("app_user").set({ email }).where("user_uuid", "=", userUuid).execute();
    return true;
  } catch (error) {
    if (violatedUnique(error) !== "app_user_customer_email_key") throw error;
    return false;
  }
}

/** What was written to support from the old address goes with the customer: it is found by the address when it is exported or deleted. */
async function moveSupportRequests(tx: Tx, before: string, email: string): Promise<void> {
  await actingFor(tx, platform, gate, () =>
    tx
      .updateTable("support_request")
      .set({ email })
      .where(sql<boolean>`lower(email) = lower(${before})`)
      .execute(),
  );
}

/**
 * Changes to the address whose link was opened. Links that were mailed to the old one are void, all sessions end (whoever opened the link signs in anew),
 * and the old address is told; the payment provider hears of it by a job. An account that somebody only asked for under the new address and never opened makes room. Wants the gate.
 */
export async function confirmNewEmail(tx: Tx, token: string, context: RequestContext): Promise<Result<{ email: string }, RefusalName>> {
  const { now, services } = context;
  const link = await takeCustomerLink(tx, { purpose: "changeEmail", token, now });
  const email = link?.used.detail["email"] ?? "";
  if (link === null || link.customer.status !== "active" || emailRefusal(email) !== null) return refuse("linkExpired");
  const { customer } = link;
  await tx
    .deleteFrom("app_user")
    .where("role", "=", "customer")
    .where("status", "=", "invited")
    .where((user) => user(user.fn("lower", ["email"]), "=", email.toLowerCase()))
    .execute();
  if (!(await setEmail(tx, customer.user_uuid, email))) return refuse("subscription.emailTaken");
  await voidMailedLinks(tx, { purpose: "customerSignIn", userUuid: customer.user_uuid, now });
  await endSessions(tx, { userUuids: [customer.user_uuid] }, now);
  await moveSupportRequests(tx, customer.email, email);
  await mailEmailChanged(tx, customer, email, context);
  await services.jobs.enqueue(tx, changeEmailJob, platform, { user_uuid: customer.user_uuid });
  await writeAudit(tx, context, {
    action: "subscription.confirm-email",
    subjectType: "user",
    subjectUuid: customer.user_uuid,
    person: { newEmail: email },
    by: auditedCustomer(customer),
  });
  return ok({ email });
}
