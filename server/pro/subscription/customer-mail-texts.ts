import type { Language } from "#src/kit/lib/languages.ts";
import type { MailText } from "#server/platform/mailer/account-mail-texts.ts";

const longestName = 80;

/** Reduces a name typed by a user to one line, without characters that change the text's direction, for a mail. */
function flat(name: string): string {
  const characters = Array.from(name.replaceAll(/[\p{Cc}\p{Cf}\p{Z}]+/gu, " ").trim());
  return characters.length > longestName ? `${characters.slice(0, longestName - 1).join("")}…` : characters.join("");
}

function paragraphs(...parts: string[]): string {
  return `${parts.join("\n\n")}\n`;
}

/** Formats a time to the minute, in UTC: `2026-03-01 12:00`. */
function formatMinute(time: Date): string {
  return time.toISOString().slice(0, 16).replace("T", " ");
}

/**
 * Writes the mail with a customer's sign-in link.
 * @param about `siteTitle` in the mail's language; `link` one-time, valid for 15 minutes; `code` as the extension shows it
 */
export function signInMail(language: Language, about: { siteTitle: string; link: string; code: string | null }): MailText {
  const { link, code } = about;
  const siteTitle = flat(about.siteTitle);
  const texts: Record<Language, MailText> = {
    en_us: {
      subject: `Your sign-in link for ${siteTitle}`,
      text: paragraphs(
        "Hello,",
        `Open this link to sign in to ${siteTitle}. It works once, within the next 15 minutes:`,
        link,
        ...(code === null
          ? []
          : [
              `It is about linking a device that shows the code ${code}. If you see no such code on a device of your own, do not open the link.`,
            ]),
        "If you did not ask for it, ignore this mail: without the link nobody is signed in.",
        siteTitle,
      ),
    },
    zh_cn: {
      subject: `${siteTitle}登录链接`,
      text: paragraphs(
        "您好！",
        `请在 15 分钟内打开以下链接登录${siteTitle}，链接仅可使用一次：`,
        link,
        ...(code === null ? [] : [`此链接用于绑定显示代码 ${code} 的设备。如果您自己的设备上没有这个代码，请不要打开链接。`]),
        "如果不是您本人申请的，无需理会此邮件：没有这个链接，任何人都无法登录。",
        siteTitle,
      ),
    },
  };
  return texts[language];
}

/**
 * Writes the mail to a new address, with a link that confirms it.
 * @param about `siteTitle` in the mail's language; `link` one-time, valid for 15 minutes
 */
export function confirmEmailMail(language: Language, about: { siteTitle: string; link: string }): MailText {
  const { link } = about;
  const siteTitle = flat(about.siteTitle);
  const texts: Record<Language, MailText> = {
    en_us: {
      subject: `Confirm your new email address for ${siteTitle}`,
      text: paragraphs(
        "Hello,",
        `A ${siteTitle} account is to use this email address from now on. Open this link to confirm it. It works once, within the next 15 minutes:`,
        link,
        "If you did not ask for it, ignore this mail: without the link nothing changes.",
        siteTitle,
      ),
    },
    zh_cn: {
      subject: `确认您在${siteTitle}的新邮箱`,
      text: paragraphs(
        "您好！",
        `有一个${siteTitle}账号将改用此邮箱。请在 15 分钟内打开以下链接确认，链接仅可使用一次：`,
        link,
        "如果不是您本人申请的，无需理会此邮件：不打开链接，任何信息都不会更改。",
        siteTitle,
      ),
    },
  };
  return texts[language];
}

/**
 * Writes the notice to the account's previous address.
 * @param about `newEmail` with most of it hidden; `changedAt` shown in UTC; `supportPage` to report that it was somebody else
 */
export function writeEmailChanged(
  language: Language,
  about: { siteTitle: string; newEmail: string; changedAt: Date; supportPage: string },
): MailText {
  const { newEmail, supportPage } = about;
  const siteTitle = flat(about.siteTitle);
  const minute = formatMinute(about.changedAt);
  const texts: Record<Language, MailText> = {
    en_us: {
      subject: `Your ${siteTitle} account has a new email address`,
      text: paragraphs(
        "Hello,",
        `Since ${minute} (UTC) your ${siteTitle} account uses the email address ${newEmail} instead of this one.`,
        "If it was you, all is well. If not, write to us now, here:",
        supportPage,
        siteTitle,
      ),
    },
    zh_cn: {
      subject: `您的${siteTitle}账号已更换邮箱`,
      text: paragraphs(
        "您好！",
        `您的${siteTitle}账号已于 ${minute}（UTC）改用邮箱 ${newEmail}，不再使用此邮箱。`,
        "如果是您本人操作，无需理会此邮件。如果不是，请立即在以下页面联系我们：",
        supportPage,
        siteTitle,
      ),
    },
  };
  return texts[language];
}

/**
 * Writes the notice that a device was linked, in case the owner did not do it.
 * @param about `deviceName` as the device calls itself; `linkedAt` shown in UTC; `settingsPage` where devices are listed and removed
 */
export function writeDeviceLinked(
  language: Language,
  about: { siteTitle: string; deviceName: string; linkedAt: Date; settingsPage: string },
): MailText {
  const { settingsPage } = about;
  const { siteTitle, deviceName } = { siteTitle: flat(about.siteTitle), deviceName: flat(about.deviceName) };
  const minute = formatMinute(about.linkedAt);
  const texts: Record<Language, MailText> = {
    en_us: {
      subject: `A device was linked to your ${siteTitle} account`,
      text: paragraphs(
        "Hello,",
        `The device "${deviceName}" was linked to your ${siteTitle} account at ${minute} (UTC). It has what your account has.`,
        "If it was you, all is well. If not, remove it here:",
        settingsPage,
        siteTitle,
      ),
    },
    zh_cn: {
      subject: `您的${siteTitle}账号绑定了一台设备`,
      text: paragraphs(
        "您好！",
        `设备“${deviceName}”已于 ${minute}（UTC）绑定到您的${siteTitle}账号，可以使用您账号的套餐。`,
        "如果是您本人操作，无需理会此邮件。如果不是，请在以下页面移除该设备：",
        settingsPage,
        siteTitle,
      ),
    },
  };
  return texts[language];
}
