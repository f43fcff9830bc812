import { toDay } from "#src/kit/lib/days.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import type { MailText } from "#server/platform/mailer/account-mail-texts.ts";

function paragraphs(...parts: string[]): string {
  return `${parts.join("\n\n")}\n`;
}

/** Reduces a site's title to one line, for the subject of a mail. */
function flat(title: string): string {
  return title.replaceAll(/[\p{Cc}\p{Cf}\p{Z}]+/gu, " ").trim();
}

/** Formats the day of a time, in UTC: `2026-03-01`. The reader's time zone is unknown. */
function formatDay(time: Date): string {
  return toDay(time);
}

/** Formats an amount in a language: `$8.88`, `CNY 69.00`; `8.88 美元`, `69.00 元`. */
function formatMoney(language: Language, { amountCents, currency }: Money): string {
  const amount = (amountCents / 100).toFixed(2);
  if (language === "zh_cn") return currency === "CNY" ? `${amount} 元` : `${amount} 美元`;
  return currency === "CNY" ? `CNY ${amount}` : `$${amount}`;
}

interface Money {
  readonly amountCents: number;
  readonly currency: "USD" | "CNY";
}

/** The content of every mail about a subscription: the site's title in the mail's language, and the address of the subscription settings. */
interface About {
  readonly siteTitle: string;
  readonly settingsPage: string;
}

/** Writes the receipt of a payment. @param about `number` is the payment provider's; the period is the paid one */
export function writeReceipt(
  language: Language,
  about: About & Money & { number: string; paidAt: Date; periodStart: Date; periodEnd: Date },
): MailText {
  const { number, settingsPage } = about;
  const siteTitle = flat(about.siteTitle);
  const money = formatMoney(language, about);
  const [paid, from, to] = [formatDay(about.paidAt), formatDay(about.periodStart), formatDay(about.periodEnd)];
  const texts: Record<Language, MailText> = {
    en_us: {
      subject: `Your receipt ${number} from ${siteTitle}`,
      text: paragraphs(
        "Hello,",
        "Thank you, your payment for Pro has arrived.",
        `Receipt: ${number}\nAmount: ${money}\nPaid on: ${paid} (UTC)\nPays for: ${from} to ${to}`,
        "Every receipt, the next payment and cancelling are in your subscription settings:",
        settingsPage,
        siteTitle,
      ),
    },
    zh_cn: {
      subject: `${siteTitle}付款收据 ${number}`,
      text: paragraphs(
        "您好！",
        "我们已收到您的专业版付款，谢谢。",
        `收据编号：${number}\n金额：${money}\n付款日期：${paid}（UTC）\n服务期间：${from} 至 ${to}`,
        "所有收据、下次扣款和取消订阅都在订阅设置页：",
        settingsPage,
        siteTitle,
      ),
    },
  };
  return texts[language];
}

/** Writes that a renewal payment failed. @param about `graceUntil`: until then Pro continues and the payment is retried */
export function writePaymentFailed(language: Language, about: About & Money & { graceUntil: Date }): MailText {
  const { settingsPage } = about;
  const siteTitle = flat(about.siteTitle);
  const money = formatMoney(language, about);
  const until = formatDay(about.graceUntil);
  const texts: Record<Language, MailText> = {
    en_us: {
      subject: `Your payment for ${siteTitle} Pro did not go through`,
      text: paragraphs(
        "Hello,",
        `Your card was not charged: the payment of ${money} for another month of Pro did not go through. Pro continues until ${until} (UTC), and the payment is tried again in the meantime.`,
        "If the card has expired or was replaced, open your subscription settings, choose the payment page there, and enter the new card:",
        settingsPage,
        "If you do not want Pro any more, there is nothing to do, or cancel on the same page.",
        siteTitle,
      ),
    },
    zh_cn: {
      subject: `${siteTitle}专业版扣款未成功`,
      text: paragraphs(
        "您好！",
        `专业版下个月的费用 ${money} 未能扣款。专业版可继续使用到 ${until}（UTC），期间会再次尝试扣款。`,
        "如果银行卡已过期或已更换，请打开订阅设置页，进入付款页面更新银行卡：",
        settingsPage,
        "如果不想继续使用专业版，无需操作，也可以在同一页面取消订阅。",
        siteTitle,
      ),
    },
  };
  return texts[language];
}

/** Writes that the subscription was cancelled and ends with its period. */
export function writeWillEnd(language: Language, about: About & { endsAt: Date }): MailText {
  const { settingsPage } = about;
  const siteTitle = flat(about.siteTitle);
  const end = formatDay(about.endsAt);
  const texts: Record<Language, MailText> = {
    en_us: {
      subject: `Your ${siteTitle} Pro subscription is cancelled`,
      text: paragraphs(
        "Hello,",
        `Your subscription is cancelled and nothing more will be charged. Pro stays active until ${end} (UTC), the end of the paid month.`,
        "If you change your mind before that day, resume it here, with one press:",
        settingsPage,
        siteTitle,
      ),
    },
    zh_cn: {
      subject: `您的${siteTitle}专业版订阅已取消`,
      text: paragraphs(
        "您好！",
        `您的订阅已取消，不会再扣款。已付费的专业版可使用到 ${end}（UTC）。`,
        "在此之前如果改变主意，可以在这里一键恢复：",
        settingsPage,
        siteTitle,
      ),
    },
  };
  return texts[language];
}

/** Writes that the subscription and Pro have ended. */
export function writeEnded(language: Language, about: About): MailText {
  const { settingsPage } = about;
  const siteTitle = flat(about.siteTitle);
  const texts: Record<Language, MailText> = {
    en_us: {
      subject: `Your ${siteTitle} Pro subscription has ended`,
      text: paragraphs(
        "Hello,",
        "Your Pro subscription has ended, and nothing more will be charged. The extension continues to work on the free plan, and files that you exported stay yours.",
        "Your receipts stay here, and here is also the way back to Pro:",
        settingsPage,
        siteTitle,
      ),
    },
    zh_cn: {
      subject: `您的${siteTitle}专业版订阅已结束`,
      text: paragraphs(
        "您好！",
        "您的专业版订阅已结束，不会再扣款。扩展可以继续按免费版使用，已导出的文件不受影响。",
        "收据仍可在这里查看，也可以在这里重新开通专业版：",
        settingsPage,
        siteTitle,
      ),
    },
  };
  return texts[language];
}
