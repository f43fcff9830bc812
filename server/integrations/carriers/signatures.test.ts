import { describe, expect, test } from "vitest";
import { signFourPx } from "./four-px.ts";
import { parseLocalTime } from "./tracking-time.ts";
import { signYanwen } from "./yanwen.ts";
import { signYunExpress } from "./yunexpress.ts";

// The expected values were computed with Python's hashlib and hmac from the rules of the contracts.
const body = '{"ref_no":"QS-1","name":"手机贴膜"}';

describe("a signature", () => {
  test("of 4PX covers the sorted parameters, the body's bytes and the secret", () => {
    const parameters = { v: "1.1.0", timestamp: "1532592413187", app_key: "5a-key", method: "ds.xms.order.create", format: "json" };
    expect(signFourPx(parameters, body, "top-secret")).toBe("e86858ff231dfe1d8e3f51d5dab87349");
  });

  test("of YunExpress covers body, date, method and path, and leaves out an empty body", () => {
    const parts = { body, date: "1654060801140", method: "POST", uri: "/v1/order/package/create" };
    expect(signYunExpress(parts, "app-secret-1")).toBe("Brs57M5hozv1cAysXtcn7D7zCybg8W2wJfkAyLVWtx8=");
    const reading = { body: "", date: "1654060801140", method: "GET", uri: "/v1/order/info/get" };
    expect(signYunExpress(reading, "app-secret-1")).toBe("jaX3U+8q2zVzi+9Eny+a1jDekYh8yvrcrxySbQRhqH0=");
  });

  test("of Yanwen covers its parts between the token and itself", () => {
    const parts = { userId: "10000", body, method: "express.order.create", timestamp: "1654060801140" };
    expect(signYanwen(parts, "tok-abc")).toBe("95c9e199c713cf961d167a10c1e840db");
  });
});

describe("a tracking time", () => {
  test.each([
    ["2023-03-10 14:30:00", "+8", "2023-03-10T06:30:00.000Z"],
    ["2026-08-27 13:20:12", "UTC+02:00", "2026-08-27T11:20:12.000Z"],
    ["2026-08-27 13:20", "GMT-5", "2026-08-27T18:20:00.000Z"],
    ["2026-08-27", "", "2026-08-26T16:00:00.000Z"],
    ["2026-08-27 00:00:00", "UTC", "2026-08-27T00:00:00.000Z"],
  ])("%s %s is read in its zone", (text, zone, instant) => {
    expect(parseLocalTime(text, zone)?.toISOString()).toBe(instant);
  });

  test("that is none is null", () => {
    expect(parseLocalTime("yesterday", "+8")).toBeNull();
    expect(parseLocalTime("", "")).toBeNull();
  });
});
