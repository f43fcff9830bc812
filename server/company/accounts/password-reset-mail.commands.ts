import { getEmailRefusal } from "#src/company/accounts/accounts.rules.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { RequestContext } from "#server/platform/http/context.ts";
import { sendMail } from "#server/platform/mailer/mailer.commands.ts";
import { writePasswordChanged, writePasswordGuessed, resetPasswordMail } from "#server/platform/mailer/account-mail-texts.ts";
import { findLinkSite } from "#server/platform/http/sites.queries.ts";
import type { SiteRow } from "#server/platform/http/sites.queries.ts";
import type { Account } from "./account.queries.ts";

type Addressee = Pick<Account, "username" | "email" | "role" | "default_language">;
type Outside = Pick<RequestContext, "services" | "host" | "now" | "log">;

/** Returns the site to mail from; null, with a line in the log, if there is no addressee or no site to link to. */
async function siteFor(tx: Tx, { email }: Addressee, { host, log }: Outside): Promise<SiteRow | null> {
  if (getEmailRefusal(email) !== null) return null;
  const site = await findLinkSite(tx, host);
  if (site === null) log.error("accounts: no mail sent: there is no site to link to");
  return site;
}

/** Returns a site's page for setting a new password, in the reader's area. */
function getResetPage({ origin }: SiteRow, { role }: Addressee): string {
  return `${origin}/${role === "dropShipper" ? "ds" : "p"}/turn-the-table`;
}

function getTitle(site: SiteRow, language: Language): string {
  return language === "zh_cn" ? site.homepage_title : site.homepage_title_en;
}

/** Mails the link that sets a new password, once this transaction is committed. `token` of `createMailedLink`. */
export async function mailResetLink(tx: Tx, to: Addressee, token: string, language: Language, context: Outside): Promise<void> {
  const site = await siteFor(tx, to, context);
  if (site === null) return;
  const link = `${getResetPage(site, to)}?token=${token}`;
  const text = resetPasswordMail(language, { siteTitle: getTitle(site, language), username: to.username, link });
  await sendMail(tx, context.services, { to: to.email, ...text });
}

/** Notifies the owner that somebody is guessing the password; in the chosen language. */
export async function mailPasswordGuessed(tx: Tx, to: Addressee, context: Outside): Promise<void> {
  const site = await siteFor(tx, to, context);
  if (site === null) return;
  const language = to.default_language;
  const about = { siteTitle: getTitle(site, language), username: to.username, resetPage: getResetPage(site, to) };
  await sendMail(tx, context.services, { to: to.email, ...writePasswordGuessed(language, about) });
}

/** Notifies the owner that the password was changed, in case it was somebody else; in the chosen language. */
export async function mailPasswordChanged(tx: Tx, to: Addressee, context: Outside): Promise<void> {
  const site = await siteFor(tx, to, context);
  if (site === null) return;
  const language = to.default_language;
  const about = { siteTitle: getTitle(site, language), username: to.username, changedAt: context.now, resetPage: getResetPage(site, to) };
  await sendMail(tx, context.services, { to: to.email, ...writePasswordChanged(language, about) });
}
