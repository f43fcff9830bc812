import type { Language } from "#src/lib/look.ts";
import { isOver } from "#src/subscription/subscription.machine.ts";
import type { SubscriptionStatus } from "#src/subscription/subscription.machine.ts";
import { pastDueGraceMs } from "#src/subscription/subscription.rules.ts";
import { actingFor, gate, platform } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import type { ProvidedInvoice, ProvidedSubscription } from "#server/integrations/payments/payment-provider.ts";
import { sendMail } from "#server/mailer/mailer.commands.ts";
import type { MailText } from "#server/mailer/texts.ts";
import type { Services } from "#server/services.ts";
import { siteOf } from "#server/sites/sites.queries.ts";
import { customerPage } from "./customer-mail.commands.ts";
import { entitlementOf } from "./subscription.queries.ts";
import { endedMail, paymentFailedMail, receiptMail, willEndMail } from "./texts.ts";

/** What became of a subscription. */
export interface Change {
  readonly userUuid: string;
  readonly subscriptionUuid: string;
  /** null where it was not known here */
  readonly before: { readonly status: SubscriptionStatus; readonly cancelAtPeriodEnd: boolean } | null;
  readonly after: ProvidedSubscription;
}

type About = { siteTitle: string; settingsPage: string };

/** Has a mail sent to a customer in the language of choice, from the default home page: no request names a site here. The transaction acts for the platform. */
async function mailTo(tx: Tx, services: Services, userUuid: string, textOf: (language: Language, about: About) => MailText): Promise<void> {
  await actingFor(tx, gate, platform, async () => {
    const user = await tx
      .selectFrom("app_user")
      .select(["email", "default_language"])
      .where("user_uuid", "=", userUuid)
      .$castTo<{ email: string; default_language: Language }>()
      .executeTakeFirstOrThrow();
    const site = await siteOf(tx, "", true);
    if (site === null) return services.log.error("subscription: no mail is sent, for there is no site to link to");
    const language = user.default_language;
    const siteTitle = language === "zh_cn" ? site.homepage_title : site.homepage_title_en;
    const text = textOf(language, { siteTitle, settingsPage: customerPage(site, "/esty-subscription", {}, language) });
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
  await mailTo(tx, services, userUuid, (language, about) => receiptMail(language, { ...about, ...invoice }));
}

/**
 * Tells a customer what a change means: a payment that failed, a cancelling, the end. What a person has just done and sees is not told, and nothing is
 * told of one that never began. The transaction acts for the platform.
 */
export async function mailChange(tx: Tx, services: Services, change: Change, now: Date): Promise<void> {
  const { userUuid, before, after } = change;
  if (before === null || before.status === "INCOMPLETE") return;
  if (isOver(after.status)) {
    // One that ended beside another that goes on takes nothing away.
    if (isOver(before.status) || (await entitlementOf(tx, userUuid, now)).proUntil !== null) return;
    await mailTo(tx, services, userUuid, endedMail);
  } else if (after.status === "PAST_DUE") {
    if (before.status === "PAST_DUE") return;
    const graceUntil = new Date(now.getTime() + pastDueGraceMs);
    await mailTo(tx, services, userUuid, (language, about) => paymentFailedMail(language, { ...about, ...after, graceUntil }));
  } else if (after.cancelAtPeriodEnd && !before.cancelAtPeriodEnd) {
    await mailTo(tx, services, userUuid, (language, about) => willEndMail(language, { ...about, endsAt: after.currentPeriodEnd }));
  }
}
