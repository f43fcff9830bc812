import { describe, expect, it } from "vitest";
import { writeOperatorInvitation, writePasswordChanged, resetPasswordMail } from "./account-mail-texts.ts";

const link = "https://quay.example.com/reset?token=abc";
const changedAt = new Date("2026-03-01T12:34:56.000Z");
const mails = {
  "the reset link": (language: "en_us" | "zh_cn", name: string) =>
    resetPasswordMail(language, { siteTitle: "Quayside", username: name, link }),
  "the invitation": (language: "en_us" | "zh_cn", name: string) =>
    writeOperatorInvitation(language, { siteTitle: "Quayside", companyName: name, link }),
  "the notice": (language: "en_us" | "zh_cn", name: string) =>
    writePasswordChanged(language, { siteTitle: "Quayside", username: name, changedAt, resetPage: link }),
};

describe.each(Object.entries(mails))("the mail with %s", (_which, mail) => {
  it.each(["en_us", "zh_cn"] as const)("names the site and the user or company, with the link on a line of its own (%s)", (language) => {
    const { subject, text } = mail(language, "Harbour-77");
    expect(subject).toContain("Quayside");
    expect(text).toContain("Harbour-77");
    expect(text.split("\n")).toContain(link);
  });

  it("is written in either language, without mixing them", () => {
    expect(mail("en_us", "Harbour-77").subject + mail("en_us", "Harbour-77").text).not.toMatch(/\p{Script=Han}/u);
    expect(mail("zh_cn", "Harbour-77").text).toMatch(/^您好！\n/);
    expect(mail("zh_cn", "Harbour-77").text.replaceAll(link, "")).not.toMatch(/[a-z] [a-z]/);
  });

  it("limits a name to one line and a maximum length", () => {
    const { subject, text } = mail("en_us", `Harbour\r\nBcc: other@example.com\u2028${"x".repeat(200)}`);
    expect(subject).not.toMatch(/[\p{Cc}\u2028]/u);
    expect(subject.length).toBeLessThan(150);
    expect(text).toContain("Harbour Bcc: other@example.com xxx");
    expect(text).not.toContain("x".repeat(80));
  });
});

describe("the validity of a link", () => {
  it("is 30 minutes for a reset", () => {
    expect(resetPasswordMail("en_us", { siteTitle: "Quayside", username: "a", link }).text).toContain("30 minutes");
    expect(resetPasswordMail("zh_cn", { siteTitle: "码头云仓", username: "a", link }).text).toContain("30 分钟");
  });

  it("is 7 days for an invitation", () => {
    expect(writeOperatorInvitation("en_us", { siteTitle: "Quayside", companyName: "a", link }).text).toContain("7 days");
    expect(writeOperatorInvitation("zh_cn", { siteTitle: "码头云仓", companyName: "a", link }).text).toContain("7 天");
  });
});

it("the notice states the time in UTC", () => {
  expect(writePasswordChanged("en_us", { siteTitle: "Quayside", username: "a", changedAt, resetPage: link }).text).toContain(
    "2026-03-01 12:34 (UTC)",
  );
  expect(writePasswordChanged("zh_cn", { siteTitle: "码头云仓", username: "a", changedAt, resetPage: link }).text).toContain(
    "2026-03-01 12:34（UTC）",
  );
});
