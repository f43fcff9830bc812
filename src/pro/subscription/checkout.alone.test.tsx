// @vitest-environment jsdom
import { useIsMutating } from "@tanstack/react-query";
import { act } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { useCustomerSession } from "#src/kit/session/customer-session.store.ts";
import { answerOf } from "#tests/factories/answers.ts";
import { freeView, openCustomerPage, proView } from "#tests/factories/customer-page.tsx";
import { CheckoutScreen } from "./checkout.screen.tsx";

const page = openCustomerPage();
const token = "t".repeat(43);
let opened: string[] = [];

/** Shows whether a mutation is pending. */
function UnderWay() {
  return <p>{useIsMutating() === 0 ? "Nothing is under way." : "Something is under way."}</p>;
}

interface Arrived {
  token?: string;
  outcome?: "done" | "cancelled";
  sessionId?: string;
}

function open({ token: brought, outcome, sessionId }: Arrived = {}, language: "en_us" | "zh_cn" = "en_us"): Promise<void> {
  opened = [];
  return page.draw(
    <>
      <CheckoutScreen
        language={language}
        token={brought ?? null}
        outcome={outcome ?? null}
        sessionId={sessionId ?? null}
        openPage={(url) => opened.push(url)}
      />
      <UnderWay />
    </>,
    language,
  );
}

const linkTo = (text: string) => [...document.querySelectorAll("a")].find((one) => one.textContent === text)?.getAttribute("href");

afterEach(() => vi.useRealTimers());

describe("a customer who is not signed in", () => {
  test("is asked for an email address, and sees in place what is wrong with it", async () => {
    await open();
    await page.press("Send me the link");
    expect(page.errorOf("Email")).toBe("Email format is incorrect");
    expect(page.asked).toEqual([]);
  });

  test("can request a link, request it again after a minute, and correct the address", async () => {
    page.answers["subscription.request-sign-in"] = answerOf("success", { sent: true });
    await open({}, "zh_cn");
    page.type("邮箱", " ann@example.com ");
    await page.press("发送链接", 2);
    await page.untilSays("链接已发送到 ann@example.com");
    expect(page.asked.map(({ body }) => body)).toEqual([{ email: "ann@example.com", language: "zh_cn", purpose: "checkout" }]);
    const again = [...document.querySelectorAll("button")].find((one) => one.textContent?.includes("秒后可重新发送"));
    expect(again?.disabled).toBe(true);
    await page.press("换一个邮箱");
    expect(page.field("邮箱").value).toBe("ann@example.com");
  });

  test("is signed in by an emailed link, once", async () => {
    page.answers["subscription.sign-in"] = answerOf("success", {
      access_token: "new",
      csrf_token: "c",
      expires_at: "2026-03-05T10:00:00.000Z",
      email: "ann@example.com",
    });
    page.answers["subscription.get-subscription"] = answerOf("success", freeView);
    await open({ token });
    await page.untilSays("Signed in as ann@example.com");
    await page.untilSays("Continue to payment");
    expect(page.askedFor("subscription.sign-in")).toHaveLength(1);
    expect(page.askedFor("subscription.get-subscription")[0]?.token).toBe("new");
    expect(localStorage.getItem("customer.accessToken")).toBe("new");
  });

  test("can request a new link when the old one has expired", async () => {
    page.answers["subscription.sign-in"] = answerOf("linkExpired");
    await open({ token });
    await page.untilSays("This link was already used or is older than 15 minutes");
    expect(page.field("Email").value).toBe("");
  });

  test("is directed to support when the account is blocked", async () => {
    page.answers["subscription.sign-in"] = answerOf("accountBlocked");
    await open({ token });
    await page.untilSays("This account is blocked");
    expect(linkTo("Write to support")).toBe("/esty-support");
  });

  test("sees a friendly message when the session has expired", async () => {
    page.signIn();
    page.answers["subscription.get-subscription"] = answerOf("loginExpired");
    await open();
    await page.untilSays("You were signed out after a while");
    expect(localStorage.getItem("customer.accessToken")).toBeNull();
  });
});

describe("paying", () => {
  test("opens the payment page, and a double click creates one checkout", async () => {
    page.signIn();
    page.answers["subscription.get-subscription"] = answerOf("success", freeView);
    page.answers["subscription.create-checkout"] = answerOf("success", { url: "https://pay.example.com/c/1" });
    await open();
    await page.untilSays("Continue to payment");
    await page.press("Continue to payment", 2);
    await page.until(() => opened.length > 0);
    expect(opened).toEqual(["https://pay.example.com/c/1"]);
    expect(page.askedFor("subscription.create-checkout").map(({ body }) => body)).toEqual([{ plan_id: "pro", language: "en_us" }]);
    expect(page.text()).toContain("Opening the payment page…");
  });

  test("says that nothing was charged when it cannot start, and retries with the same idempotency key", async () => {
    page.signIn();
    page.answers["subscription.get-subscription"] = answerOf("success", freeView);
    page.answers["subscription.create-checkout"] = answerOf("subscription.paymentsUnavailable");
    await open();
    await page.untilSays("Continue to payment");
    await page.press("Continue to payment");
    await page.untilSays("nothing was charged");
    page.answers["subscription.create-checkout"] = answerOf("success", { url: "https://pay.example.com/c/1" });
    await page.press("Continue to payment");
    await page.until(() => opened.length === 1);
    const keys = page.askedFor("subscription.create-checkout").map(({ key }) => key);
    expect(new Set(keys).size).toBe(1);
  });

  test("is not offered to a customer who has Pro", async () => {
    page.signIn();
    page.answers["subscription.get-subscription"] = answerOf("success", proView);
    await open();
    await page.untilSays("Pro is active");
    expect(page.text()).toContain("Paid until Mar 5, 2026.");
    expect(page.text()).not.toContain("Continue to payment");
  });

  test("says that nothing was charged when it was cancelled", async () => {
    page.signIn();
    page.answers["subscription.get-subscription"] = answerOf("success", freeView);
    await open({ outcome: "cancelled" });
    await page.untilSays("Nothing was charged");
    expect(page.text()).toContain("Continue to payment");
  });
});

describe("after the payment", () => {
  test("the payment provider is asked for its result at once", async () => {
    page.signIn();
    page.answers["subscription.get-subscription"] = answerOf("success", freeView);
    page.answers["subscription.confirm-checkout"] = answerOf("success", proView);
    await open({ outcome: "done", sessionId: "cs_1" });
    await page.untilSays("Pro is active");
    expect(page.askedFor("subscription.confirm-checkout").map(({ body }) => body)).toEqual([{ session_id: "cs_1" }]);
  });

  test("the page waits for the result when the payment provider cannot be reached", async () => {
    page.signIn();
    page.answers["subscription.get-subscription"] = answerOf("success", freeView);
    page.answers["subscription.confirm-checkout"] = answerOf("subscription.paymentsUnavailable");
    await open({ outcome: "done", sessionId: "cs_1" });
    await page.until(() => page.askedFor("subscription.get-subscription").length > 0);
    expect(page.text()).toContain("Your payment is being confirmed");
    page.answers["subscription.get-subscription"] = answerOf("success", proView);
    await page.untilSays("Pro is active");
  });

  test("a payment of another customer is not shown", async () => {
    page.signIn();
    page.answers["subscription.get-subscription"] = answerOf("success", freeView);
    page.answers["subscription.confirm-checkout"] = answerOf("subscription.checkoutUnknown");
    await open({ outcome: "done", sessionId: "cs_1" });
    await page.untilSays("This payment belongs to another account");
    expect(page.text()).not.toContain("Pro is active");
    expect(linkTo("Write to support")).toBe("/esty-support");
  });

  test("a customer who has waited too long can check again, and the payment provider is asked again", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
    page.signIn();
    page.answers["subscription.get-subscription"] = answerOf("success", freeView);
    page.answers["subscription.confirm-checkout"] = answerOf("success", freeView);
    await open({ outcome: "done", sessionId: "cs_1" });
    await page.until(() => page.askedFor("subscription.confirm-checkout").length === 1 && page.text().includes("Nothing is under way."));
    expect(page.text()).toContain("Your payment is being confirmed");
    act(() => void vi.advanceTimersByTime(60_000));
    await page.untilSays("Your payment is not confirmed yet");
    expect(linkTo("Write to support")).toBe("/esty-support");
    page.answers["subscription.confirm-checkout"] = answerOf("success", proView);
    await page.press("Check again");
    await page.untilSays("Pro is active");
    expect(page.askedFor("subscription.confirm-checkout")).toHaveLength(2);
  });

  test("a page without the payment's id lets the customer continue, and recognizes Pro that is already paid", async () => {
    page.signIn();
    page.answers["subscription.get-subscription"] = answerOf("success", freeView);
    page.answers["subscription.create-checkout"] = answerOf("subscription.alreadyPro");
    await open({ outcome: "done" });
    await page.untilSays("Continue to payment");
    await page.press("Continue to payment");
    await page.untilSays("Pro is active");
    expect(opened).toEqual([]);
  });
});

test("using another address ends the session on the server too", async () => {
  page.signIn();
  page.answers["subscription.get-subscription"] = answerOf("success", freeView);
  page.answers["accounts.sign-out"] = answerOf("success");
  await open();
  await page.press("Use another address");
  await page.untilSays("Send me the link");
  expect(page.askedFor("accounts.sign-out")).toMatchObject([{ token: "a" }]);
  expect(useCustomerSession.getState().session).toBeNull();
});
