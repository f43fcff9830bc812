import type { Language } from "#src/kit/lib/languages.ts";

/** The content of a mail; `text` is plain, lines end in a line feed. */
export interface MailText {
  subject: string;
  text: string;
}

const longestName = 80;

/** Shortens a name typed by a user to one line: it goes into a subject, and into a mail to somebody else. */
function flat(name: string): string {
  const line = name.replaceAll(/[\p{Cc}\p{Cf}\p{Z}]+/gu, " ").trim();
  const characters = Array.from(line);
  return characters.length > longestName ? `${characters.slice(0, longestName - 1).join("")}…` : line;
}

function paragraphs(...parts: string[]): string {
  return `${parts.join("\n\n")}\n`;
}

/** Formats a time to the minute, in UTC: `2026-03-01 12:00`. The reader's time zone is unknown. */
function formatMinute(time: Date): string {
  return time.toISOString().slice(0, 16).replace("T", " ");
}

/**
 * Writes the mail with the link that sets a new password.
 *
 * @param about `siteTitle` in the mail's language; `link` one-time, valid for 30 minutes
 */
export function resetPasswordMail(language: Language, about: { siteTitle: string; username: string; link: string }): MailText {
  const { siteTitle, username, link } = { ...about, siteTitle: flat(about.siteTitle), username: flat(about.username) };
  const texts: Record<Language, MailText> = {
    en_us: {
      subject: `Set a new password for ${siteTitle}`,
      text: paragraphs(
        "Hello,",
        `Somebody asked to set a new password for your ${siteTitle} account ${username}. Open this link to do so. It works once, within the next 30 minutes:`,
        link,
        "If it was not you, there is nothing to do: your password stays as it is.",
        siteTitle,
      ),
    },
    zh_cn: {
      subject: `重新设置您的${siteTitle}密码`,
      text: paragraphs(
        "您好！",
        `我们收到了为${siteTitle}账号 ${username} 重新设置密码的申请。请在 30 分钟内打开以下链接设置新密码，链接仅可使用一次：`,
        link,
        "如果不是您本人申请的，无需理会此邮件，原密码继续有效。",
        siteTitle,
      ),
    },
  };
  return texts[language];
}

/**
 * Writes the mail that invites somebody to become a provider's operator.
 *
 * @param about `siteTitle` in the mail's language; `companyName` the provider's; `link` one-time, valid for 7 days
 */
export function writeOperatorInvitation(language: Language, about: { siteTitle: string; companyName: string; link: string }): MailText {
  const { siteTitle, companyName, link } = { ...about, siteTitle: flat(about.siteTitle), companyName: flat(about.companyName) };
  const texts: Record<Language, MailText> = {
    en_us: {
      subject: `${companyName} invites you to ${siteTitle}`,
      text: paragraphs(
        "Hello,",
        `${companyName} would like you to work in its warehouse as an operator on ${siteTitle}. Open this link to choose your password and begin. It works once, within the next 7 days:`,
        link,
        `If you do not know ${companyName}, ignore this mail: without the link nothing happens. If the link is too old, ask ${companyName} for a new one.`,
        siteTitle,
      ),
    },
    zh_cn: {
      subject: `${companyName}邀请您加入${siteTitle}`,
      text: paragraphs(
        "您好！",
        `${companyName}邀请您担任其仓库在${siteTitle}上的操作员。请在 7 天内打开以下链接设置密码并开始使用，链接仅可使用一次：`,
        link,
        `如果您不认识${companyName}，无需理会此邮件。如果链接已过期，请联系${companyName}重新发送邀请。`,
        siteTitle,
      ),
    },
  };
  return texts[language];
}

/**
 * Writes the notice that somebody is guessing passwords of an account.
 *
 * @param about `siteTitle` in the mail's language; `resetPage` the address of the page that asks for a reset link
 */
export function writePasswordGuessed(language: Language, about: { siteTitle: string; username: string; resetPage: string }): MailText {
  const { siteTitle, username, resetPage } = { ...about, siteTitle: flat(about.siteTitle), username: flat(about.username) };
  const texts: Record<Language, MailText> = {
    en_us: {
      subject: `Failed sign-ins to your ${siteTitle} account`,
      text: paragraphs(
        "Hello,",
        `Somebody is trying passwords for your ${siteTitle} account ${username}. We slow these attempts down. Devices that you have signed in on before are not affected.`,
        "If your password is strong and used nowhere else, there is nothing to do. If you cannot sign in on a new device, or want another password, set one here:",
        resetPage,
        siteTitle,
      ),
    },
    zh_cn: {
      subject: `您的${siteTitle}账号出现多次登录失败`,
      text: paragraphs(
        "您好！",
        `有人正在反复尝试登录您的${siteTitle}账号 ${username}。我们已限制此类尝试的频率，您曾登录过的设备不受影响。`,
        "如果您的密码足够复杂且未在别处使用，无需处理。如果在新设备上无法登录，或想更换密码，请在以下页面重新设置：",
        resetPage,
        siteTitle,
      ),
    },
  };
  return texts[language];
}

/**
 * Writes the notice that a password was changed, in case the owner did not do it.
 *
 * @param about `siteTitle` in the mail's language; `changedAt` shown in UTC; `resetPage` the address of the page that asks for a reset link
 */
export function writePasswordChanged(
  language: Language,
  about: { siteTitle: string; username: string; changedAt: Date; resetPage: string },
): MailText {
  const { siteTitle, username, resetPage } = { ...about, siteTitle: flat(about.siteTitle), username: flat(about.username) };
  const minute = formatMinute(about.changedAt);
  const texts: Record<Language, MailText> = {
    en_us: {
      subject: `Your ${siteTitle} password was changed`,
      text: paragraphs(
        "Hello,",
        `The password of your ${siteTitle} account ${username} was changed at ${minute} (UTC).`,
        "If it was you, all is well. If not, set a new password now, here:",
        resetPage,
        siteTitle,
      ),
    },
    zh_cn: {
      subject: `您的${siteTitle}密码已修改`,
      text: paragraphs(
        "您好！",
        `您的${siteTitle}账号 ${username} 的密码已于 ${minute}（UTC）修改。`,
        "如果是您本人操作，无需理会此邮件。如果不是，请立即在以下页面重新设置密码：",
        resetPage,
        siteTitle,
      ),
    },
  };
  return texts[language];
}
