// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from "vitest";
import { useCustomerSession } from "#src/kit/session/customer-session.store.ts";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { answerOf } from "#tests/factories/answers.ts";
import { freeView, openCustomerPage, proView } from "#tests/factories/customer-page.tsx";
import { ConfirmEmail } from "./confirm-email.screen.tsx";
import type { SubscriptionView } from "./subscription.contract.ts";
import { SubscriptionSettings } from "./subscription-settings.screen.tsx";

const page = openCustomerPage();
let opened: string[] = [];
let deleted = 0;

const receipt = {
  receipt_uuid: "0199a1b2-0000-7000-8000-000000000001",
  number: "Q-0001",
  currency: "USD",
  amount_cents: 888,
  refunded_cents: 0,
  is_disputed: false,
  period_start: "2026-02-05T10:00:00.000Z",
  period_end: "2026-03-05T10:00:00.000Z",
  paid_at: "2026-02-05T10:00:00.000Z",
};
const { subscription } = proView;
const having = (part: Partial<NonNullable<SubscriptionView["subscription"]>>): SubscriptionView => ({
  ...proView,
  subscription: { ...subscription, ...part },
});
const ending = having({ cancel_at_period_end: true, next_payment_at: null });

async function open(view: SubscriptionView = proView): Promise<void> {
  page.answers["subscription.get-subscription"] = answerOf("success", view);
  await page.draw(<SubscriptionSettings language="en_us" openPage={(url) => opened.push(url)} onDeleted={() => (deleted += 1)} />);
  await page.untilSays("Receipts");
}

beforeEach(() => {
  opened = [];
  deleted = 0;
  page.signIn();
  page.answers["subscription.list-receipts"] = answerOf("success", { result: [] });
  page.answers["entitlement.list-devices"] = answerOf("success", { result: [], most: 3 });
});

describe("the plan", () => {
  test("is described in words, with its price and next payment", async () => {
    await open();
    expect(page.text()).toContain("Pro is active. Thank you.");
    expect(page.text()).toContain("$8.88 on Mar 5, 2026");
    expect(page.text()).not.toContain("ACTIVE");
  });

  test("is offered to a customer who has none", async () => {
    await open(freeView);
    expect(page.text()).toContain("up to 88 reviews an export");
    await page.press("Get Pro");
    expect(opened).toEqual(["/esty-checkout/pro"]);
  });

  test("is cancelled after one confirmation, and resumed with one press", async () => {
    page.answers["subscription.cancel"] = answerOf("success", ending);
    await open();
    await page.press("Cancel Pro");
    expect(page.text()).toContain("Pro stays active until Mar 5, 2026. After that you are on the free plan");
    await page.press("Cancel Pro", 2);
    await page.untilSays("Cancelled: Pro stays active until Mar 5, 2026.");
    expect(page.askedFor("subscription.cancel")).toHaveLength(1);
    page.answers["subscription.resume"] = answerOf("success", proView);
    await page.press("Keep Pro");
    await page.untilSays("Pro is active. Thank you.");
    expect(useToasts.getState().toasts.at(-1)?.text).toBe("Pro continues. The next payment is on Mar 5, 2026.");
  });

  test("stays unchanged when the cancellation is not confirmed", async () => {
    await open();
    await page.press("Cancel Pro");
    await page.press("Keep Pro");
    expect(document.querySelector("dialog")).toBeNull();
    expect(page.askedFor("subscription.cancel")).toEqual([]);
  });

  test("names its last day and leads to the card when a payment has failed", async () => {
    page.answers["subscription.open-portal"] = answerOf("success", { url: "https://pay.example.com/portal" });
    await open(having({ status: "PAST_DUE", grace_until: "2026-03-12T10:00:00.000Z" }));
    expect(page.text()).toContain("Pro continues until Mar 12, 2026");
    await page.press("Check the card", 2);
    await page.until(() => opened.length > 0);
    expect(opened).toEqual(["https://pay.example.com/portal"]);
  });

  test("warns on cancellation that a failed payment may still be retried", async () => {
    const late = having({ status: "PAST_DUE", grace_until: "2026-03-12T10:00:00.000Z" });
    page.answers["subscription.cancel"] = answerOf("success", {
      ...late,
      subscription: { ...late.subscription, cancel_at_period_end: true, next_payment_at: null },
    });
    await open(late);
    await page.press("Cancel Pro");
    expect(document.querySelector("dialog")?.textContent).toContain("The failed payment may still be tried; if it goes through");
    await page.press("Cancel Pro", 2);
    await page.untilSays("Cancelled. The failed payment may still be tried; no further month is charged.");
    expect(useToasts.getState().toasts.at(-1)?.text).toContain("may still be tried");
    expect(page.text()).not.toContain("Nothing more is charged");
  });

  test("shows in place that the payment provider cannot be reached", async () => {
    page.answers["subscription.cancel"] = answerOf("subscription.paymentsUnavailable");
    await open();
    await page.press("Cancel Pro");
    await page.press("Cancel Pro");
    await page.untilSays("The payment service cannot be reached");
    expect(document.querySelector("dialog")?.textContent).toContain("2603");
    await page.press("Keep Pro");
  });
});

describe("the receipts", () => {
  test("are listed with the outcome of their payments", async () => {
    const others = [{ refunded_cents: 888 }, { refunded_cents: 400 }, { is_disputed: true }].map((part, n) => ({
      ...receipt,
      ...part,
      receipt_uuid: `0199a1b2-0000-7000-8000-00000000001${String(n)}`,
    }));
    page.answers["subscription.list-receipts"] = answerOf("success", { result: [receipt, ...others] });
    await open();
    await page.untilSays("Q-0001");
    const rows = [...document.querySelectorAll("tbody tr")].map((row) => row.lastElementChild?.textContent);
    expect(rows).toEqual(["Paid", "Refunded", "Refunded: $4.00", "Disputed"]);
  });

  test("are requested again when they fail to load", async () => {
    page.answers["subscription.list-receipts"] = answerOf("systemError");
    await open();
    await page.untilSays("System error, try again later");
    page.answers["subscription.list-receipts"] = answerOf("success", { result: [receipt] });
    await page.press("Try again");
    await page.untilSays("Q-0001");
    expect(useToasts.getState().toasts).toEqual([]);
  });
});

describe("the devices", () => {
  test("are removed after a confirmation", async () => {
    const device = { device_uuid: receipt.receipt_uuid, name: "Old laptop", linked_at: receipt.paid_at, last_renewed_at: receipt.paid_at };
    page.answers["entitlement.list-devices"] = answerOf("success", { result: [device], most: 3 });
    page.answers["entitlement.remove-device"] = answerOf("success", { removed: true });
    await open();
    await page.untilSays("1 of 3 linked");
    await page.press("Remove Old laptop");
    page.answers["entitlement.list-devices"] = answerOf("success", { result: [], most: 3 });
    await page.press("Remove");
    await page.untilSays("No device is linked yet");
    expect(page.askedFor("entitlement.remove-device").map(({ body }) => body)).toEqual([{ device_uuid: device.device_uuid }]);
  });
});

describe("the address", () => {
  test("changes through a link sent to the new one, and not before", async () => {
    page.answers["subscription.change-email"] = answerOf("success", { sent: true });
    await open();
    page.type("New email address", "ANN@example.com");
    await page.press("Change it");
    expect(page.errorOf("New email address")).toBe("This is already your address");
    page.type("New email address", "new@example.com");
    await page.press("Change it");
    await page.untilSays("We sent a link to new@example.com");
    expect(page.text()).toContain("Links to sign in and receipts go to ann@example.com.");
    expect(page.askedFor("subscription.change-email").map(({ body }) => body)).toEqual([{ email: "new@example.com", language: "en_us" }]);
  });

  test("is confirmed by that link, even when another customer is signed in", async () => {
    page.answers["subscription.confirm-email"] = answerOf("success", { email: "new@example.com" });
    page.answers["subscription.get-subscription"] = answerOf("success", freeView);
    await page.draw(<ConfirmEmail token="abc" />);
    await page.untilSays("Your address is now new@example.com");
    expect(useCustomerSession.getState().session?.email).toBe("ann@example.com");
    page.answers["subscription.confirm-email"] = answerOf("linkExpired");
    page.reopen();
    await page.draw(<ConfirmEmail token="abc" />);
    await page.untilSays("Enter the new address again.");
  });
});

describe("the account", () => {
  test("is deleted only when its own address is typed", async () => {
    page.answers["subscription.delete-account"] = answerOf("subscription.emailDiffers");
    await open();
    await page.press("Delete the account");
    page.type("Type ann@example.com to confirm", "bob@example.com");
    await page.press("Delete permanently");
    await page.until(() => page.errorOf("Type ann@example.com to confirm") !== "");
    expect(page.errorOf("Type ann@example.com to confirm")).toBe("This is not the account's email address");
    page.answers["subscription.delete-account"] = answerOf("success", { deleted: true });
    page.type("Type ann@example.com to confirm", "ann@example.com");
    await page.press("Delete permanently");
    await page.untilSays("Your account was deleted");
    expect(deleted).toBe(1);
    expect(document.querySelector("dialog")).toBeNull();
  });

  test("offers its data as a file", async () => {
    const saved: string[] = [];
    URL.createObjectURL = () => "blob:x";
    HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    };
    page.answers["subscription.export-data"] = { file: "{}" };
    await open();
    await page.press("Download my data");
    await page.until(() => saved.length > 0);
    expect(saved).toEqual(["data.json"]);
  });
});

test("settings that fail to load say so, and can be loaded again", async () => {
  page.answers["subscription.get-subscription"] = answerOf("tooMany");
  await page.draw(<SubscriptionSettings language="en_us" openPage={() => undefined} />);
  await page.untilSays("Too many requests");
  page.answers["subscription.get-subscription"] = answerOf("success", proView);
  await page.press("Try again");
  await page.untilSays("Pro is active. Thank you.");
  expect(page.text()).not.toContain("Too many requests");
});
