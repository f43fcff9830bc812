import { JSDOM } from "jsdom";
import { beforeEach, describe, expect, test } from "vitest";
import { pageRequestEventName } from "./observed-request.ts";
import { observeRequests } from "./observer.ts";

const path = "/api/v3/ajax/bespoke/member/neu/specs/deep_dive_reviews";
const whole = `https://www.etsy.com${path}`;
let page: Window & typeof globalThis;
let heard: { url: string; method: string; body: string; csrf: string }[];
let passed: unknown[][];

beforeEach(() => {
  const dom = new JSDOM("", { url: "https://www.etsy.com/listing/1" });
  page = Object.assign(dom.window as unknown as Window & typeof globalThis, {
    // jsdom has no fetch: this one notes what really reaches it.
    fetch: (...args: unknown[]) => {
      passed.push(args);
      return Promise.resolve(new Response("ok"));
    },
  });
  heard = [];
  passed = [];
  page.document.addEventListener(pageRequestEventName, (event) => heard.push(JSON.parse((event as CustomEvent<string>).detail)));
  observeRequests(page);
});

describe("the observer in the page's world", () => {
  test("reports the page's requests to the known path and passes on the same arguments", async () => {
    const init = { method: "POST", body: "{}", headers: { "X-CSRF-Token": "abc" } };
    await page.fetch(path, init);
    expect(heard).toEqual([{ url: whole, method: "POST", body: "{}", csrf: "abc" }]);
    expect(passed[0]?.[0]).toBe(path);
    expect(passed[0]?.[1]).toBe(init);
  });

  test("reads a Request without consuming its body", async () => {
    const request = new Request(whole, { method: "POST", body: '{"a":1}', headers: { "x-csrf-token": "abc" } });
    await page.fetch(request);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(heard).toEqual([{ url: whole, method: "POST", body: '{"a":1}', csrf: "abc" }]);
    expect(request.bodyUsed).toBe(false);
    expect(passed[0]?.[0]).toBe(request);
  });

  test("observes XMLHttpRequest too", () => {
    const request = new page.XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("x-csrf-token", "abc");
    request.addEventListener("error", () => undefined);
    request.send("{}");
    request.abort();
    expect(heard).toEqual([{ url: whole, method: "POST", body: "{}", csrf: "abc" }]);
  });

  test("does not touch headers or bodies of other requests", async () => {
    const touchy = {
      get method(): string {
        throw new Error("touched");
      },
    };
    await page.fetch("/elsewhere", touchy);
    expect(heard).toEqual([]);
    expect(passed[0]?.[1]).toBe(touchy);
  });

  test("never lets its own errors reach the page", async () => {
    const odd = { toString: () => path };
    const answer = await page.fetch(odd as unknown as string, { method: "POST", body: "{}" });
    expect(await answer.text()).toBe("ok");
    await page.fetch(path, null as unknown as RequestInit);
    expect(passed).toHaveLength(2);
    expect(heard).toEqual([]);
  });
});
