// @vitest-environment jsdom
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { home } from "#src/company/accounts/accounts.contract.ts";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import { envelope } from "#src/kit/api/envelope.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import type { StoredSession } from "#src/kit/session/session.rules.ts";
import { readSession, writeSession } from "#src/kit/session/session.storage.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { clients } from "./area-clients.ts";
import { getToKnow, findVisitor } from "./guard.ts";
import { setExpiryRoutes } from "./handle-problem.ts";

const session: StoredSession = {
  accessToken: "token",
  csrfToken: "csrf",
  username: "person",
  role: "Provider",
  relatedId: "",
  avatar: "",
  shops: [],
  since: 1,
};

/** What the server answers, by path without the prefix; anything else breaks off. */
let answers: Record<string, { status: number; name: CodeName; data?: unknown }>;
let asked: { path: string; csrf: string | undefined }[];
let left: string[];
let server: Server;
const send = globalThis.fetch;

beforeEach(async () => {
  asked = [];
  left = [];
  answers = {};
  server = createServer((request, reply) => {
    const path = (request.url ?? "").replace("/v1", "");
    asked.push({ path, csrf: request.headers["x-csrf-token"]?.toString() });
    const answer = answers[path];
    if (answer === undefined) request.socket.destroy();
    else
      reply
        .writeHead(answer.status, { "content-type": "application/json" })
        .end(JSON.stringify(envelope(answer.name, answer.data ?? null)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => send(origin + path, init));
  localStorage.clear();
  useToasts.setState({ toasts: [] });
  useSessions.setState({ sessions: { p: null, ds: null }, people: { p: null, ds: null }, isExpired: false });
  setExpiryRoutes({ isHomepage: false, leave: (to) => left.push(to) });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function signIn(area: Area, part: Partial<StoredSession> = {}): void {
  useSessions.getState().setSession(area, { ...session, role: area === "p" ? "Provider" : "Drop shipper", ...part });
}
const toasts = () => useToasts.getState().toasts.map(({ text }) => text);
const ask = (area: Area, isQuiet = false) => clients[area].call(home, {}, { isQuiet }).catch(() => undefined);

describe("2003", () => {
  beforeEach(() => {
    answers["/home/"] = { status: 200, name: "loginExpired" };
  });

  test.each(["p", "ds"] as const)("in /%s ends its session, is reported once, and leads to its login", async (area) => {
    history.pushState({}, "", `/${area}/home`);
    signIn(area);
    await Promise.all([ask(area), ask(area), ask(area)]);
    expect(useSessions.getState().sessions[area]).toBeNull();
    expect(readSession(area)).toEqual({ kind: "none" });
    expect(useSessions.getState().isExpired).toBe(true);
    expect(toasts()).toEqual([clientTexts.loginExpired.en_us]);
    expect(left).toEqual([`/${area}/login`]);
  });

  test("of one area does not affect the other or its user", async () => {
    history.pushState({}, "", "/ds/home");
    signIn("p");
    signIn("ds", { username: "retailer" });
    await ask("p", true);
    expect(useSessions.getState().sessions).toMatchObject({ p: null, ds: { username: "retailer" } });
    expect([toasts(), left]).toEqual([[], []]);
  });

  test("on the home page redirects to / without a message", async () => {
    history.pushState({}, "", "/tools/config");
    setExpiryRoutes({ isHomepage: true, leave: (to) => left.push(to) });
    signIn("p");
    await ask("p");
    expect([toasts(), left]).toEqual([[], ["/"]]);
  });

  test("does not end the session if another tab has renewed the tokens, which are then adopted", async () => {
    history.pushState({}, "", "/p/home");
    signIn("p");
    writeSession("p", { ...session, accessToken: "renewed" });
    await ask("p");
    expect(useSessions.getState().sessions.p?.accessToken).toBe("renewed");
    expect([toasts(), left]).toEqual([[], []]);
  });

  test("is no longer reported after the next login", async () => {
    history.pushState({}, "", "/p/home");
    signIn("p");
    await ask("p");
    signIn("p");
    expect(useSessions.getState().isExpired).toBe(false);
  });
});

describe("any other problem", () => {
  test("shows one toast, however many calls have it", async () => {
    answers["/home/"] = { status: 403, name: "forbidden" };
    signIn("p");
    await Promise.all([ask("p"), ask("p")]);
    expect(toasts()).toEqual(["You do not have permission for this"]);
  });

  test("shows no toast if the caller reports it itself", async () => {
    answers["/home/"] = { status: 500, name: "systemError" };
    signIn("p");
    await ask("p", true);
    expect(toasts()).toEqual([]);
  });

  test("of the network shows 'network abnormal'", async () => {
    signIn("p");
    await ask("p");
    expect(toasts()).toEqual([clientTexts.networkAbnormal.en_us]);
  });
});

describe("the CSRF token", () => {
  test("is requested once when it is missing, and sent with the call", async () => {
    answers["/get-csrf-token/"] = { status: 200, name: "success", data: { csrf_token: "fresh" } };
    answers["/home/"] = { status: 200, name: "success", data: {} };
    signIn("p", { csrfToken: "" });
    await Promise.all([ask("p"), ask("p")]);
    expect(asked.filter(({ path }) => path === "/get-csrf-token/")).toHaveLength(1);
    expect(asked.filter(({ path }) => path === "/home/").map(({ csrf }) => csrf)).toEqual(["fresh", "fresh"]);
    expect(useSessions.getState().sessions.p?.csrfToken).toBe("fresh");
  });

  test("that cannot be obtained shows 'csrf token error'", async () => {
    answers["/get-csrf-token/"] = { status: 500, name: "systemError" };
    signIn("p", { csrfToken: "" });
    await ask("p");
    expect(toasts()).toEqual([clientTexts.csrfTokenError.en_us]);
    expect(asked.map(({ path }) => path)).toEqual(["/get-csrf-token/"]);
  });
});

describe("identifying the visitor", () => {
  test("a token without an identity shows 'No login information' and is removed", () => {
    localStorage.setItem("p.accessToken", "token");
    expect(findVisitor("p")).toBe("nobody");
    expect(toasts()).toEqual([clientTexts.noLoginInformation.en_us]);
    expect(readSession("p")).toEqual({ kind: "none" });
  });

  test("a visitor is first nobody, then unknown after signing in, then known", async () => {
    expect(findVisitor("ds")).toBe("nobody");
    signIn("ds");
    expect(findVisitor("ds")).toBe("unknown");
    answers["/home/"] = {
      status: 200,
      name: "success",
      data: {
        username: "person",
        user_role: "Drop shipper",
        user_related_id: "r",
        avatar_base64: "",
        display_name: "Person",
        permissions: [],
        provider_uuid: "one",
        read_only: true,
        shops: [],
        default_settings: { defaultLanguage: "zh_cn", defaultTheme: "darkTheme" },
      },
    };
    // A list of suppliers that fails is an empty one, and says nothing.
    answers["/api/query-provider/mine"] = { status: 500, name: "systemError" };
    expect(await getToKnow("ds")).toMatchObject({ username: "person", role: "dropShipper", providerUuid: "one" });
    expect(findVisitor("ds")).toBe("known");
    expect(useSessions.getState().suppliers).toEqual({});
    // Whoever looks for support keeps the own look.
    expect([toasts(), localStorage.getItem("theme")]).toEqual([[], null]);
  });
});
