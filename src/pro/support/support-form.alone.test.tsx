// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { answerOf } from "#tests/factories/answers.ts";
import { openCustomerPage } from "#tests/factories/customer-page.tsx";
import { SupportForm } from "./support-form.screen.tsx";
import { readDraft } from "./support-draft.storage.ts";

const page = openCustomerPage();
const words = "The export stops at row 12.\nI pressed Resume.";
const [email, message, about] = ["Your email address", "Message", "Page concerned (optional)"];

describe("the support form", () => {
  test("shows what is missing at its field, in both languages", async () => {
    await page.draw(<SupportForm language="en_us" />);
    await page.press("Send");
    expect(page.errorOf(email)).toBe("Email format is incorrect");
    expect(page.errorOf(message)).toBe(codes["support.messageRequired"].en_us);
    expect(document.activeElement).toBe(page.field(email));
    await page.draw(<SupportForm language="zh_cn" />, "zh_cn");
    expect(page.errorOf("留言")).toBe(codes["support.messageRequired"].zh_cn);
    expect(page.asked).toEqual([]);
  });

  test("sends a message once, and shows its number", async () => {
    page.answers["support.send-request"] = answerOf("success", { number: "S-2026-0007" });
    await page.draw(<SupportForm language="en_us" />);
    page.type(email, "ann@example.com");
    page.type(message, words);
    page.type(about, "https://shop.example.com/listing/1");
    await page.press("Send", 2);
    await page.untilSays("Its number is S-2026-0007.");
    expect(page.text()).toContain("We answer by email to ann@example.com");
    expect(page.asked.map(({ body }) => body)).toEqual([
      {
        email: "ann@example.com",
        topic: "counts",
        message: words,
        page: "https://shop.example.com/listing/1",
        language: "en_us",
        website: "",
        open_ms: expect.any(Number) as number,
      },
    ]);
    expect(readDraft().message).toBe("");
  });

  test("keeps the message after a reload and after a refusal", async () => {
    await page.draw(<SupportForm language="en_us" email="ann@example.com" />);
    page.type(message, words);
    page.reopen();
    await page.draw(<SupportForm language="en_us" email="ann@example.com" />);
    expect([page.field(email).value, page.field(message).value]).toEqual(["ann@example.com", words]);
    page.answers["support.send-request"] = answerOf("support.tooOften");
    await page.press("Send");
    await page.untilSays("You have already sent several messages today");
    expect(page.field(message).value).toBe(words);
  });

  test("shows a refusal about a field at that field", async () => {
    await page.draw(<SupportForm language="en_us" email="ann@example.com" />);
    page.type(message, words);
    const { code, en_us, zh_cn } = codes["support.messageTooLong"];
    const fields = [{ path: ["message"], code, msg: { en_us, zh_cn } }];
    page.answers["support.send-request"] = answerOf("support.messageTooLong", { fields });
    await page.press("Send");
    await page.until(() => page.errorOf(message) === en_us);
    expect(page.text()).toContain("Your text is still here.");
  });

  test("counts the characters, and does not truncate the message", async () => {
    await page.draw(<SupportForm language="en_us" email="ann@example.com" />);
    page.type(message, "x".repeat(4001));
    expect(page.text()).toContain("4,001 of 4,000 characters");
    await page.press("Send");
    expect(page.errorOf(message)).toBe(codes["support.messageTooLong"].en_us);
    expect(page.field(message).value).toHaveLength(4001);
  });

  test("has a honeypot field hidden from sight, screen readers and the keyboard", async () => {
    page.answers["support.send-request"] = answerOf("success", { number: "S-1" });
    await page.draw(<SupportForm language="en_us" email="ann@example.com" />);
    const trap = document.querySelector<HTMLInputElement>("[name=website]");
    expect(trap?.closest("[aria-hidden=true]")).not.toBeNull();
    expect([trap?.tabIndex, trap?.autocomplete]).toEqual([-1, "off"]);
    if (trap !== null) trap.value = "https://spam.example.com";
    page.type(message, words);
    await page.press("Send");
    await page.untilSays("S-1");
    expect(page.asked[0]?.body["website"]).toBe("https://spam.example.com");
  });
});
