import type { Language } from "#src/kit/lib/languages.ts";
import { hideEmail } from "#src/pro/entitlement/entitlement.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { RequestContext } from "#server/platform/http/context.ts";
import { sendMail } from "#server/platform/mailer/mailer.commands.ts";
import type { MailText } from "#server/platform/mailer/account-mail-texts.ts";
import { findSite } from "#server/platform/http/sites.queries.ts";
import type { SiteRow } from "#server/platform/http/sites.queries.ts";
import { confirmEmailMail, writeDeviceLinked, writeEmailChanged, signInMail } from "./customer-mail-texts.ts";
import type { Customer } from "./customer.queries.ts";

type Outside = Pick<RequestContext, "services" | "host" | "isHomepagePort" | "now" | "log">;

/** The pages that mailed links lead to. */
export type CustomerPage = "/esty-link" | "/esty-checkout/pro" | "/esty-subscription" | "/esty-support";

/** Returns the full address of a customer's page on a site. Always with the language, or the cookie or the site would choose it. */
export function buildCustomerPageUrl(
  { origin }: Pick<SiteRow, "origin">,
  page: CustomerPage,
  query: Readonly<Record<string, string>>,
  language: Language,
): string {
  return `${origin}${page}?${new URLSearchParams({ ...query, lang: language }).toString()}`;
}

/** Sends a mail from the request's site; only logs if there is no site to link to. */
async function mail(
  tx: Tx,
  to: string,
  language: Language,
  context: Outside,
  textOf: (site: SiteRow, siteTitle: string) => MailText,
): Promise<void> {
  const site = await findSite(tx, context.host, context.isHomepagePort);
  if (site === null) return context.log.error("subscription: no mail sent: there is no site to link to");
  const siteTitle = language === "zh_cn" ? site.homepage_title : site.homepage_title_en;
  await sendMail(tx, context.services, { to, ...textOf(site, siteTitle) });
}

/** The target of a sign-in link. `token` of `createMailedLink`; `code` as people see it. */
interface SignInLink {
  readonly page: CustomerPage;
  readonly token: string;
  readonly code: string | null;
}

/** Mails a sign-in link once this transaction is committed. */
export async function mailSignInLink(tx: Tx, email: string, link: SignInLink, language: Language, context: Outside): Promise<void> {
  const { page, token, code } = link;
  const query = { ...(code === null ? {} : { code }), token };
  await mail(tx, email, language, context, (site, siteTitle) =>
    signInMail(language, { siteTitle, code, link: buildCustomerPageUrl(site, page, query, language) }),
  );
}

/** Mails a link that confirms a new address, once this transaction is committed. */
export async function mailConfirmEmail(tx: Tx, newEmail: string, token: string, language: Language, context: Outside): Promise<void> {
  await mail(tx, newEmail, language, context, (site, siteTitle) =>
    confirmEmailMail(language, { siteTitle, link: buildCustomerPageUrl(site, "/esty-subscription", { email_token: token }, language) }),
  );
}

/** Notifies the account's previous address that it was replaced. */
export async function mailEmailChanged(tx: Tx, before: Customer, newEmail: string, context: Outside): Promise<void> {
  const language = before.default_language;
  await mail(tx, before.email, language, context, (site, siteTitle) =>
    writeEmailChanged(language, {
      siteTitle,
      newEmail: hideEmail(newEmail),
      changedAt: context.now,
      supportPage: buildCustomerPageUrl(site, "/esty-support", {}, language),
    }),
  );
}

/** Notifies a customer that a device was linked, in case somebody else did it. */
export async function mailDeviceLinked(tx: Tx, to: Customer, deviceName: string, context: Outside): Promise<void> {
  const language = to.default_language;
  await mail(tx, to.email, language, context, (site, siteTitle) =>
    writeDeviceLinked(language, {
      siteTitle,
      deviceName,
      linkedAt: context.now,
      settingsPage: buildCustomerPageUrl(site, "/esty-subscription", {}, language),
    }),
  );
}
