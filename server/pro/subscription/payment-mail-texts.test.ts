import { describe, expect, it } from "vitest";
import type { Language } from "#src/kit/lib/languages.ts";
import { writeEnded, writePaymentFailed, writeReceipt, writeWillEnd } from "./payment-mail-texts.ts";

const settingsPage = "https://quay.example.com/esty-subscription";
const day = (text: string) => new Date(`${text}T12:00:00.000Z`);
const dollars = { amountCents: 888, currency: "USD" } as const;
const paid = { number: "QUAY-0001", paidAt: day("2026-03-01"), periodStart: day("2026-03-01"), periodEnd: day("2026-04-01") };

const mails = {
  "the receipt": (language: Language, siteTitle: string) => writeReceipt(language, { siteTitle, settingsPage, ...dollars, ...paid }),
  "a payment that failed": (language: Language, siteTitle: string) =>
    writePaymentFailed(language, { siteTitle, settingsPage, ...dollars, graceUntil: day("2026-03-08") }),
  "a cancelling": (language: Language, siteTitle: string) => writeWillEnd(language, { siteTitle, settingsPage, endsAt: day("2026-04-01") }),
  "the end": (language: Language, siteTitle: string) => writeEnded(language, { siteTitle, settingsPage }),
};

describe.each(Object.entries(mails))("the mail about %s", (_what, mail) => {
  it.each(["en_us", "zh_cn"] as const)("names the site, with the link to the settings on a line of its own (%s)", (language) => {
    const { subject, text } = mail(language, "Harbour");
    expect(subject).toContain("Harbour");
    expect(text.split("\n")).toContain(settingsPage);
  });

  it("is written in either language, without mixing them", () => {
    const english = mail("en_us", "Harbour");
    expect(english.subject + english.text).not.toMatch(/\p{Script=Han}/u);
    const chinese = mail("zh_cn", "码头云仓");
    expect(chinese.text).toMatch(/^您好！\n/);
    expect(chinese.text.replaceAll(settingsPage, "")).not.toMatch(/[a-z] [a-z]/);
  });

  it("limits the site's title to one line", () => {
    expect(mail("en_us", "Harbour\r\nBcc: other@example.com").subject).not.toMatch(/\p{Cc}/u);
  });
});

describe("the receipt", () => {
  it("formats the amount for its language", () => {
    const yuan = { amountCents: 6900, currency: "CNY" } as const;
    const about = { siteTitle: "Quay", settingsPage, ...paid };
    expect(writeReceipt("en_us", { ...about, ...dollars }).text).toContain("Amount: $8.88\n");
    expect(writeReceipt("en_us", { ...about, ...yuan }).text).toContain("Amount: CNY 69.00\n");
    expect(writeReceipt("zh_cn", { ...about, ...yuan }).text).toContain("金额：69.00 元\n");
    expect(writeReceipt("zh_cn", { ...about, ...dollars }).text).toContain("金额：8.88 美元\n");
  });

  it("states its number, the date and the period paid for", () => {
    const { subject, text } = mails["the receipt"]("en_us", "Quay");
    expect(subject).toContain("QUAY-0001");
    expect(text).toContain("Paid on: 2026-03-01 (UTC)\nPays for: 2026-03-01 to 2026-04-01");
  });
});

it("a failed payment states how long Pro continues, and a cancellation how long it lasts", () => {
  expect(mails["a payment that failed"]("en_us", "Quay").text).toContain("until 2026-03-08 (UTC)");
  expect(mails["a payment that failed"]("zh_cn", "码头").text).toContain("2026-03-08（UTC）");
  expect(mails["a cancelling"]("en_us", "Quay").text).toContain("until 2026-04-01 (UTC)");
});
