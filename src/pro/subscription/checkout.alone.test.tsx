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

describe("whoever is not signed in", () => {
  test("is asked for an address, and told in place what is wrong with it", async () => {
    await open();
    await page.press("Send me the link");
    expect(page.errorOf("Email")).toBe("Email format is incorrect");
    expect(page.asked).toEqual([]);
  });

  test("has a link sent, can have it sent again after a minute, and can correct the address", async () => {
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

  test("is let in by a mailed link, once", async () => {
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

  test("gets a new link for one that is too old", async () => {
    page.answers["subscription.sign-in"] = answerOf("linkExpired");
    await open({ token });
    await page.untilSays("This link was already used or is older than 15 minutes");
    expect(page.field("Email").value).toBe("");
  });

  test("of a blocked account finds the way to support", async () => {
    page.answers["subscription.sign-in"] = answerOf("accountBlocked");
    await open({ token });
    await page.untilSays("This account is blocked");
    expect(linkTo("Write to support")).toBe("/esty-support");
  });

  test("is told kindly when the session is over", async () => {
    page.signIn();
    page.answers["subscription.get-subscription"] = answerOf("loginExpired");
    await open();
    await page.untilSays("You were signed out after a while");
    expect(localStorage.getItem("customer.accessToken")).toBeNull();
  });
});

describe("paying", () => {
  test("leads to the payment page, and a double click makes one checkout", async () => {
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

  test("that cannot begin says that nothing was charged, and the same deed is tried again", async () => {
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

  test("is not offered to whoever has Pro", async () => {
    page.signIn();
    page.answers["subscription.get-subscription"] = answerOf("success", proView);
    await open();
    await page.untilSays("Pro is active");
    expect(page.text()).toContain("Paid until Mar 5, 2026.");
    expect(page.text()).not.toContain("Continue to payment");
  });

  test("that was left says that nothing was charged", async () => {
    page.signIn();
    page.answers["subscription.get-subscription"] = answerOf("success", freeView);
    await open({ outcome: "cancelled" });
    await page.untilSays("Nothing was charged");
    expect(page.text()).toContain("Continue to payment");
  });
});

describe("after the payment", () => {
  test("the provider is asked at once what became of it", async () => {
    page.signIn();
    page.answers["subscription.get-subscription"] = answerOf("success", freeView);
    page.answers["subscription.confirm-checkout"] = answerOf("success", proView);
    await open({ outcome: "done", sessionId: "cs_1" });
    await page.untilSays("Pro is active");
    expect(page.askedFor("subscription.confirm-checkout").map(({ body }) => body)).toEqual([{ session_id: "cs_1" }]);
  });

  test("the page waits for the news where the provider cannot be asked", async () => {
    page.signIn();
    page.answers["subscription.get-subscription"] = answerOf("success", freeView);
    page.answers["subscription.confirm-checkout"] = answerOf("subscription.paymentsUnavailable");
    await open({ outcome: "done", sessionId: "cs_1" });
    await page.until(() => page.askedFor("subscription.get-subscription").length > 0);
    expect(page.text()).toContain("Your payment is being confirmed");
    page.answers["subscription.get-subscription"] = answerOf("success", proView);
    await page.untilSays("Pro is active");
  });

  test("of somebody else nothing is shown", async () => {
    page.signIn();
    page.answers["subscription.get-subscription"] = answerOf("success", freeView);
    page.answers["subscription.confirm-checkout"] = answerOf("subscription.checkoutUnknown");
    await open({ outcome: "done", sessionId: "cs_1" });
    await page.untilSays("This payment belongs to another account");
    expect(page.text()).not.toContain("Pro is active");
    expect(linkTo("Write to support")).toBe("/esty-support");
  });

  test("whoever waits too long may look again, and the provider is asked again", async () => {
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

  test("a page that no longer knows the payment lets people go on, and the provider tells who has paid", async () => {
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

test("another address can be used: the session ends on the server too", async () => {
  page.signIn();
  page.answers["subscription.get-subscription"] = answerOf("success", freeView);
  page.answers["accounts.sign-out"] = answerOf("success");
  await open();
  await page.press("Use another address");
  await page.untilSays("Send me the link");
  expect(page.askedFor("accounts.sign-out")).toMatchObject([{ token: "a" }]);
  expect(useCustomerSession.getState().session).toBeNull();
});
