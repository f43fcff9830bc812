// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from "vitest";
import { useCustomerSession } from "#src/kit/session/customer-session.store.ts";
import { answerOf } from "#tests/factories/answers.ts";
import { openCustomerPage, proView } from "#tests/factories/customer-page.tsx";
import { LinkScreen } from "./link.screen.tsx";

const page = openCustomerPage();
const code = "BCDF-GHJK";
const waiting = { user_code: code, device_name: "Chrome, Windows", created_at: "2026-01-05T10:00:00.000Z", state: "PENDING" };
const devices = [1, 2, 3].map((n) => ({
  device_uuid: `0199a1b2-0000-7000-8000-00000000000${String(n)}`,
  name: `Browser ${String(n)}`,
  linked_at: "2026-01-01T10:00:00.000Z",
  last_renewed_at: null,
}));

const open = (given: string | null = code) => page.draw(<LinkScreen language="en_us" code={given} token={null} />);

beforeEach(() => {
  page.signIn();
  page.answers["entitlement.look-up-link"] = answerOf("success", waiting);
});

describe("a waiting device", () => {
  test("is shown with its code and name, and linked once", async () => {
    page.answers["entitlement.decide-link"] = answerOf("success", { state: "APPROVED", is_pro: false });
    await open();
    await page.untilSays("Chrome, Windows");
    expect(page.text()).toContain(code);
    expect(page.text()).toContain("Link it only if the same code is shown in the Quayside window in front of you");
    await page.press("Link this device", 2);
    await page.untilSays("One step is left: Pro.");
    expect(page.askedFor("entitlement.decide-link").map(({ body }) => body)).toEqual([{ user_code: "BCDFGHJK", decision: "approve" }]);
    const link = [...document.querySelectorAll("a")].find((one) => one.textContent === "Continue to Pro");
    expect(link?.getAttribute("href")).toBe("/esty-checkout/pro");
  });

  test("has Pro at once when the account has it", async () => {
    page.answers["entitlement.decide-link"] = answerOf("success", { state: "APPROVED", is_pro: true });
    await open();
    await page.untilSays("Chrome, Windows");
    await page.press("Link this device");
    await page.untilSays("You can close this tab; Pro is active in the extension.");
    expect(page.text()).not.toContain("Continue to Pro");
  });

  test("is rejected when it is not the user's own", async () => {
    page.answers["entitlement.decide-link"] = answerOf("success", { state: "DENIED", is_pro: false });
    await open();
    await page.untilSays("Chrome, Windows");
    await page.press("This is not mine");
    await page.untilSays("The device was rejected");
    expect(page.askedFor("entitlement.decide-link")[0]?.body["decision"]).toBe("deny");
  });

  test("waits until one of three linked devices is removed", async () => {
    page.answers["entitlement.decide-link"] = answerOf("entitlement.tooManyDevices");
    page.answers["entitlement.list-devices"] = answerOf("success", { result: devices, most: 3 });
    page.answers["entitlement.remove-device"] = answerOf("success", { removed: true });
    await open();
    await page.untilSays("Chrome, Windows");
    await page.press("Link this device");
    await page.untilSays("Browser 2");
    page.answers["entitlement.decide-link"] = answerOf("success", { state: "APPROVED", is_pro: true });
    await page.press("Remove Browser 2");
    await page.press("Remove");
    await page.until(() => !page.text().includes("Three devices are already linked"));
    expect(page.askedFor("entitlement.remove-device").map(({ body }) => body)).toEqual([{ device_uuid: devices[1]?.device_uuid }]);
    await page.press("Link this device");
    await page.untilSays("This device is linked");
  });
});

describe("a code", () => {
  test("is typed when the URL has none, in any notation", async () => {
    await open(null);
    page.type("Code", "bcdf");
    await page.press("Check the code");
    expect(page.errorOf("Code")).toBe("A code has eight letters, like BCDF-GHJK");
    page.type("Code", " bcdf ghjk ");
    await page.press("Check the code");
    await page.untilSays("Chrome, Windows");
    expect(page.askedFor("entitlement.look-up-link")[0]?.body).toEqual({ user_code: "BCDFGHJK" });
  });

  test("can be replaced by another when it is unknown", async () => {
    page.answers["entitlement.look-up-link"] = answerOf("entitlement.codeUnknown");
    await open();
    await page.untilSays("This code is unknown or older than 15 minutes");
    page.answers["entitlement.look-up-link"] = answerOf("success", waiting);
    page.type("Code", "BCDF-GHJL");
    await page.press("Check the code");
    await page.untilSays("Chrome, Windows");
    expect(page.askedFor("entitlement.look-up-link").map(({ body }) => body["user_code"])).toEqual(["BCDFGHJK", "BCDFGHJL"]);
  });

  test("needs no decision when one was already made", async () => {
    page.answers["entitlement.look-up-link"] = answerOf("success", { ...waiting, state: "APPROVED" });
    page.answers["subscription.get-subscription"] = answerOf("success", proView);
    await open();
    await page.untilSays("Pro is active in the extension");
    expect(page.text()).not.toContain("Link this device");
  });

  test("is sent with the request for an emailed link when the user is not signed in", async () => {
    useCustomerSession.getState().setSession(null);
    page.answers["subscription.request-sign-in"] = answerOf("success", { sent: true });
    await open();
    page.type("Email", "ann@example.com");
    await page.press("Send me the link");
    await page.untilSays("We sent a link to ann@example.com");
    expect(page.asked[0]?.body).toMatchObject({ purpose: "link", user_code: "BCDFGHJK" });
  });
});
