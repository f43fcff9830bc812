import { describe, expect, test } from "vitest";
import { CallProblem } from "./client.ts";
import type { ProblemKind } from "./client.ts";
import { codes, isSilent } from "./codes.ts";
import type { CodeName } from "./codes.ts";
import { envelope } from "./envelope.ts";
import { clientTexts } from "./client-texts.ts";
import { getProblemTexts, getShownTexts } from "./problem.rules.ts";

const said = (name: CodeName, status = 200) =>
  getProblemTexts(new CallProblem(status === 200 ? "refusal" : "http", status, envelope(name, null)));
const textsOf = (name: CodeName) => ({ en_us: codes[name].en_us, zh_cn: codes[name].zh_cn });
const unknown = (kind: ProblemKind, status: number, code: number, text: string) =>
  getProblemTexts(new CallProblem(kind, status, { code, msg: { en_us: text, zh_cn: text }, data: null }));

describe("the text of a refusal", () => {
  test("is its own message, in both languages", () => {
    expect(said("wrongCredentials")).toEqual(textsOf("wrongCredentials"));
    expect(unknown("refusal", 200, 7777, "Not today")).toEqual({ en_us: "Not today", zh_cn: "Not today" });
  });

  test("is 'Operation failed' when it has no message", () => {
    expect(unknown("refusal", 200, 7777, "")).toEqual(clientTexts.operationFailed);
    expect(getProblemTexts(new CallProblem("refusal", 200, null))).toEqual(clientTexts.operationFailed);
  });

  test.each([12004, 11006, 4004])("is null for %i", (code) => {
    expect(isSilent(code)).toBe(true);
    expect(unknown("refusal", 200, code, "There is something to say")).toBeNull();
  });

  test("is null for 2003, which ends the session and is reported only once", () => {
    expect(codes.loginExpired.code).toBe(2003);
    expect(said("loginExpired")).toBeNull();
  });
});

test("where a problem is shown in place, also what raises no toast has its words", () => {
  const silent = new CallProblem("refusal", 200, { code: 12004, msg: { en_us: "Words", zh_cn: "Words" }, data: null });
  expect(getShownTexts(silent)).toEqual({ en_us: "Words", zh_cn: "Words" });
  expect(getShownTexts(new CallProblem("network", 0, null))).toEqual(clientTexts.networkAbnormal);
});

describe("the text of an HTTP failure", () => {
  test("996 is 'authorization failed', as a status and as a code", () => {
    expect(getProblemTexts(new CallProblem("http", 996, null))).toEqual(clientTexts.authorizationFailed);
    expect(unknown("refusal", 200, 996, "anything else")).toEqual(clientTexts.authorizationFailed);
    expect(clientTexts.authorizationFailed.en_us).toBe("authorization failed");
  });

  test.each([
    ["notSignedIn", 401, "Please log in first"],
    ["forbidden", 403, "You do not have permission for this"],
    ["csrfTokenError", 403, "csrf token error"],
    ["systemError", 500, "System error, try again later"],
    ["parameterError", 400, "Parameter error"],
  ] as const)("%s (%i) is the error's own message", (name, status, english) => {
    expect(said(name, status)).toEqual(textsOf(name));
    expect(said(name, status)?.en_us).toBe(english);
  });

  test.each([401, 403, 500])("%i with an unknown message is that message", (status) => {
    expect(unknown("http", status, 7777, "A gateway says no")?.en_us).toBe("A gateway says no");
  });

  test.each([401, 403, 500, 404, 502])("%i without a message is 'system error, try again later'", (status) => {
    expect(getProblemTexts(new CallProblem("http", status, null))).toEqual(clientTexts.systemError);
  });

  test("another status with an unknown message is 'system error' too", () => {
    expect(unknown("http", 418, 7777, "I am a teapot")).toEqual(clientTexts.systemError);
  });
});

describe("the text when no answer arrives", () => {
  test("is 'connection abnormal' for a timeout, and 'network abnormal' for a lost network", () => {
    expect(getProblemTexts(new CallProblem("timeout", 0, null))?.zh_cn).toBe("连接异常");
    expect(getProblemTexts(new CallProblem("network", 0, null))?.zh_cn).toBe("网络异常");
  });
});

test("each of the other messages has its text", () => {
  const { operationFailed, noLoginInformation, parameterError, notSignedIn, copyFailed, storeIdMissing, csrfTokenError, loginExpired } =
    clientTexts;
  expect([operationFailed, noLoginInformation, parameterError, notSignedIn, copyFailed, storeIdMissing].map(({ en_us }) => en_us)).toEqual([
    "Operation failed",
    "No login information",
    "Parameter error",
    "Please log in first",
    "Copy failed",
    "Failed to obtain store id",
  ]);
  expect(csrfTokenError.en_us).toBe("csrf token error");
  expect(loginExpired.en_us).toBe("Login has expired, please log in again");
  for (const { zh_cn } of Object.values(clientTexts)) expect(zh_cn).toMatch(/[一-鿿]|csrf token/);
});
