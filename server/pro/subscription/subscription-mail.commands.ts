import type { Language } from "#src/kit/lib/languages.ts";
import { isOver } from "#src/pro/subscription/subscription.machine.ts";
import type { SubscriptionStatus } from "#src/pro/subscription/subscription.machine.ts";
import { pastDueGraceMs } from "#src/pro/subscription/subscription.rules.ts";
import { actingFor, anonymous, platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { ProvidedInvoice, ProvidedSubscription } from "#server/integrations/payments/payment-provider.ts";
import { sendMail } from "#server/platform/mailer/mailer.commands.ts";
import type { MailText } from "#server/platform/mailer/account-mail-texts.ts";
import type { Services } from "#server/platform/services.ts";
import { findSite } from "#server/platform/http/sites.queries.ts";
import { buildCustomerPageUrl } from "./customer-mail.commands.ts";
import { readEntitlement } from "./subscription.queries.ts";
import { writeEnded, writePaymentFailed, writeReceipt, writeWillEnd } from "./payment-mail-texts.ts";

/** A change of a subscription. */
export interface Change {
  readonly userUuid: string;
  readonly subscriptionUuid: string;
  /** null if it was unknown before */
  readonly before: { readonly status: SubscriptionStatus; readonly cancelAtPeriodEnd: boolean } | null;
  readonly after: ProvidedSubscription;
}

type About = { siteTitle: string; settingsPage: string };

/** Sends a mail in the customer's language, from the default home page, because no request names a site. The transaction acts for the platform. */
async function mailTo(tx: Tx, services: Services, userUuid: string, textOf: (language: Language, about: About) => MailText): Promise<void> {
  await actingFor(tx, anonymous, platform, async () => {
    const user = await tx
      .selectFrom("app_user")
      .select(["email", "default_language"])
      .where("user_uuid", "=", userUuid)
      .$castTo<{ email: string; default_language: Language }>()
      .executeTakeFirstOrThrow();
    const site = await findSite(tx, "", true);
    if (site === null) return services.log.error("subscription: no mail sent: there is no site to link to");
    const language = user.default_language;
    const siteTitle = language === "zh_cn" ? site.homepage_title : site.homepage_title_en;
    const text = textOf(language, { siteTitle, settingsPage: buildCustomerPageUrl(site, "/esty-subscription", {}, language) });
    await sendMail(tx, services, { to: user.email, ...text });
  });
}

/** Mails the receipt of a payment. The transaction acts for the platform. */
export async function mailReceipt(
  tx: Tx,
  services: Services,
  userUuid: string,
  invoice: ProvidedInvoice & { paidAt: Date },
): Promise<void> {
  await mailTo(tx, services, userUuid, (language, about) => writeReceipt(language, { ...about, ...invoice }));
}

/**
 * Notifies a customer of a change: a failed payment, a cancellation, the end. Sends nothing about what the customer has just done and seen, nor about a
 * subscription that never began. The transaction acts for the platform.
 */
export async function mailChange(tx: Tx, services: Services, change: Change, now: Date): Promise<void> {
  const { userUuid, before, after } = change;
  if (before === null || before.status === "INCOMPLETE") return;
  if (isOver(after.status)) {
    // Pro continues if another subscription grants it.
    if (isOver(before.status) || (await readEntitlement(tx, userUuid, now)).proUntil !== null) return;
    await mailTo(tx, services, userUuid, writeEnded);
  } else if (after.status === "PAST_DUE") {
    if (before.status === "PAST_DUE") return;
    const graceUntil = new Date(now.getTime() + pastDueGraceMs);
    await mailTo(tx, services, userUuid, (language, about) => writePaymentFailed(language, { ...about, ...after, graceUntil }));
  } else if (after.cancelAtPeriodEnd && !before.cancelAtPeriodEnd) {
    await mailTo(tx, services, userUuid, (language, about) => writeWillEnd(language, { ...about, endsAt: after.currentPeriodEnd }));
  }
}
