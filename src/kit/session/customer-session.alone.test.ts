// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { followCustomerSession, readCustomerSession, writeCustomerSession } from "./customer-session.storage.ts";
import { useCustomerSession } from "./customer-session.store.ts";

const session = { accessToken: "a", csrfToken: "c", email: "ann@example.com", since: 1_700_000_000_000 };
const store = () => useCustomerSession.getState();

beforeEach(() => {
  localStorage.clear();
  store().setSession(null);
});

describe("a customer's session", () => {
  test("is read back as stored, and clearing it leaves nothing in storage", () => {
    writeCustomerSession(session);
    expect(readCustomerSession()).toEqual(session);
    writeCustomerSession(null);
    expect(readCustomerSession()).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  test.each(["accessToken", "csrfToken", "email"])("is null without its %s", (key) => {
    writeCustomerSession(session);
    localStorage.removeItem(`customer.${key}`);
    expect(readCustomerSession()).toBeNull();
  });

  test("counts as oldest when its age is unknown", () => {
    writeCustomerSession(session);
    localStorage.setItem("customer.since", "yesterday");
    expect(readCustomerSession()?.since).toBe(0);
  });

  test("notifies other tabs once it is complete", () => {
    let heard = 0;
    const end = new AbortController();
    followCustomerSession(() => (heard += 1), end.signal);
    // the address may change by itself
    for (const key of ["customer.accessToken", "customer.email", "customer.since", "p.since", null])
      dispatchEvent(new StorageEvent("storage", { key }));
    end.abort();
    dispatchEvent(new StorageEvent("storage", { key: "customer.since" }));
    expect(heard).toBe(3);
  });
});

describe("a session when storage is unavailable or full", () => {
  afterEach(() => vi.restoreAllMocks());

  const refuse = (...methods: ("getItem" | "setItem" | "removeItem")[]) => {
    for (const method of methods)
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException("storage is closed", "SecurityError");
      });
  };

  test("lasts for the tab, can be renewed and ended there, and never throws", () => {
    refuse("getItem", "setItem", "removeItem");
    store().reread();
    expect(store().session).toBeNull();
    store().setSession(session);
    store().reread();
    expect(store().session).toEqual(session);
    store().setSession({ ...session, accessToken: "newer" });
    store().reread();
    expect(store().session?.accessToken).toBe("newer");
    store().expire();
    expect(store()).toMatchObject({ session: null, isExpired: true });
    store().reread();
    expect(store().session).toBeNull();
  });

  test("is never partly written", () => {
    writeCustomerSession(session);
    refuse("setItem");
    writeCustomerSession({ ...session, accessToken: "newer" });
    expect(localStorage).toHaveLength(0);
    expect(readCustomerSession()?.accessToken).toBe("newer");
  });
});

describe("an expired session", () => {
  test("is cleared and marked as expired", () => {
    store().setSession(session);
    store().expire();
    expect(store()).toMatchObject({ session: null, isExpired: true });
    expect(readCustomerSession()).toBeNull();
    store().setSession(session);
    expect(store().isExpired).toBe(false);
  });

  test("is replaced by the session that another tab renewed", () => {
    store().setSession(session);
    writeCustomerSession({ ...session, accessToken: "newer" });
    store().expire();
    expect(store()).toMatchObject({ session: { accessToken: "newer" }, isExpired: false });
  });

  test("is not reported when nobody was signed in", () => {
    store().expire();
    expect(store().isExpired).toBe(false);
  });
});
