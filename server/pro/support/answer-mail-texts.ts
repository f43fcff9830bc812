import type { Language } from "#src/kit/lib/languages.ts";
import type { MailText } from "#server/platform/mailer/account-mail-texts.ts";

/** Prefixes each line as a quotation in a mail. */
function quoted(text: string): string {
  return text
    .trim()
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join("\n");
}

/**
 * Writes the mail that answers a message to support, in the sender's language, with the message quoted below.
 * @param about `number` of the request; `siteTitle` in the mail's language; `answer` and `message` as typed, plain text
 */
export function supportAnswerMail(
  language: Language,
  { number, siteTitle, answer, message }: { number: string; siteTitle: string; answer: string; message: string },
): MailText {
  const texts: Record<Language, MailText> = {
    en_us: {
      subject: `Your message ${number} to ${siteTitle}`,
      text: `Hello,\n\n${answer.trim()}\n\nYou wrote (${number}):\n\n${quoted(message)}\n\n${siteTitle}\n`,
    },
    zh_cn: {
      subject: `${siteTitle}回复：${number}`,
      text: `您好！\n\n${answer.trim()}\n\n您的留言（${number}）：\n\n${quoted(message)}\n\n${siteTitle}\n`,
    },
  };
  return texts[language];
}
