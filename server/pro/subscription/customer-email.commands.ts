import { sql } from "kysely";
import { z } from "zod";
import { getEmailRefusal } from "#src/company/accounts/accounts.rules.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { createMailedLink, voidMailedLinks } from "#server/company/accounts/one-time-link.commands.ts";
import { nameBucket, countAgainst } from "#server/platform/http/rate-limits.commands.ts";
import { endSessions } from "#server/company/accounts/session.commands.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { actingFor, anonymous, platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { getViolatedUnique } from "#server/platform/db/violations.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { RequestContext } from "#server/platform/http/context.ts";
import { defineJob } from "#server/platform/jobs/job-queue.ts";
import { mailConfirmEmail, mailEmailChanged } from "./customer-mail.commands.ts";
import { customerLinkLifeMs, takeCustomerLink } from "./customer.commands.ts";
import { findAuditedCustomer, holdCustomer } from "./customer.queries.ts";

const hourMs = 3_600_000;
const changesPerCustomer = 5;
const mailsPerEmail = 5;

/** Updates a customer's address at the payment provider. The job reads the current address when it runs. */
export const changeEmailJob = defineJob({ name: "subscription.change-email", input: z.strictObject({ user_uuid: z.uuid() }) });

/**
 * Counts a request to change the address, by customer and by new address, in a separate transaction.
 * @returns whether it is within both limits
 */
export async function countEmailChange(email: string, context: RequestContext): Promise<boolean> {
  const { services, now } = context;
  const { userUuid } = requireActor(context);
  return services.database.transaction(anonymous, async (tx) => {
    if (!(await countAgainst(tx, nameBucket("subscription.change-email customer", userUuid), changesPerCustomer, hourMs, now)))
      return false;
    return countAgainst(tx, nameBucket("subscription.change-email email", email.toLowerCase()), mailsPerEmail, hourMs, now);
  });
}

/** Mails a link to the new address, even if another account has it, so that only its owner learns this. Voids earlier links. */
export async function askForEmail(tx: Tx, form: { email: string; language: Language }, context: RequestContext): Promise<void> {
  const { userUuid } = requireActor(context);
  const { now } = context;
  await actingFor(tx, anonymous, context.acting, async () => {
    await holdCustomer(tx, userUuid);
    const link = { purpose: "changeEmail", userUuid, detail: { email: form.email }, lifeMs: customerLinkLifeMs, now } as const;
    await mailConfirmEmail(tx, form.email, await createMailedLink(tx, link), form.language, context);
  });
  await writeAudit(tx, context, {
    action: "subscription.change-email",
    subjectType: "user",
    subjectUuid: userUuid,
    person: { newEmail: form.email },
  });
}

/** @returns false if another customer has the address; the transaction then accepts no more statements */
async function setEmail(tx: Tx, userUuid: string, email: string): Promise<boolean> {
  try {
    await tx.updateTable("app_user").set({ email }).where("user_uuid", "=", userUuid).execute();
    return true;
  } catch (error) {
    if (getViolatedUnique(error) !== "app_user_customer_email_key") throw error;
    return false;
  }
}

/** Moves messages to support to the new address, because export and deletion find them by address. */
async function moveSupportRequests(tx: Tx, before: string, email: string): Promise<void> {
  await actingFor(tx, platform, anonymous, () =>
    tx
      .updateTable("support_request")
      .set({ email })
      .where(sql<boolean>`lower(email) = lower(${before})`)
      .execute(),
  );
}

/**
 * Changes the address when the mailed link is opened. Voids links mailed to the old address, ends all sessions (the customer signs in again) and notifies
 * the old address; a job updates the payment provider. Replaces an account of the new address that was never activated. The caller must act as
 * `anonymous`.
 */
export async function confirmNewEmail(tx: Tx, token: string, context: RequestContext): Promise<Result<{ email: string }, RefusalName>> {
  const { now, services } = context;
  const link = await takeCustomerLink(tx, { purpose: "changeEmail", token, now });
  const email = link?.used.detail["email"] ?? "";
  if (link === null || link.customer.status !== "active" || getEmailRefusal(email) !== null) return refuse("linkExpired");
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
    by: findAuditedCustomer(customer),
  });
  return ok({ email });
}
