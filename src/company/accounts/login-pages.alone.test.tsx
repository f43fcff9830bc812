// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from "@tanstack/react-router";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { useSessions } from "#src/kit/session/session.store.ts";
import { answerOf } from "#tests/factories/answers.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import { LoginScreen } from "./login.screen.tsx";
import { NewPasswordScreen } from "./new-password.screen.tsx";

const page = openFormPage();
globalThis.scrollTo = () => undefined;

const signedIn = {
  key_id: "0199a1b2-0000-7000-8000-000000000001",
  aes_key: btoa("k".repeat(32)),
  access_token: "an access token",
  csrf_token: "a csrf token",
  username: "packer",
  user_role: "Provider",
  user_related_id: "0199a1b2-0000-7000-8000-000000000002",
  avatar_base64: "",
};

const emptySession = {
  accessToken: "an access token",
  csrfToken: "",
  username: "",
  role: "Provider",
  relatedId: "",
  avatar: "",
  shops: [],
  since: 0,
} as const;

/** Renders the login and sign-up pages of both areas, with a page behind them. */
async function open(href: string) {
  const root = createRootRoute({ component: Outlet });
  const at = (path: string, component: () => React.ReactNode) => createRoute({ getParentRoute: () => root, path, component });
  const routeTree = root.addChildren([
    at("/p/login", LoginScreen),
    at("/ds/login", LoginScreen),
    at("/p/turn-the-table", NewPasswordScreen),
    at("/$", () => <h1>Behind the door</h1>),
  ]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [href] }) });
  await router.load();
  await page.draw(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return router;
}

const text = () => page.element.textContent;

async function fill(username: string, password: string): Promise<void> {
  await page.type("Username", username);
  await page.type("Password", password);
}

beforeEach(() => {
  page.answer = answerOf("success", signedIn);
  act(() => {
    useSessions.getState().setSession("p", null);
    useSessions.getState().setSession("ds", null);
    useSessions.getState().setExpired(false);
  });
});

describe("the login", () => {
  test("asks for missing fields before calling the server", async () => {
    await open("/p/login");
    expect(text()).toContain("Admin login");
    await page.submit();
    expect(page.errorOf("Username")).toBe("Please enter a username");
    expect(page.errorOf("Password")).toBe("Please enter a password");
    expect(page.asked).toEqual([]);
  });

  test("stores the session of its area, hides the expiry notice and continues to the requested page", async () => {
    act(() => useSessions.getState().setExpired(true));
    const router = await open("/p/login?next=%2Fp%2Fsettings%3Ftab%3Dsessions");
    expect(text()).toContain("Login has expired, please log in again");
    await fill(" packer ", "Right-Horse-7");
    await page.submit();
    await page.until(() => router.state.location.href === "/p/settings?tab=sessions");
    expect(page.asked).toMatchObject([{ body: { username: "packer", area: "p" } }]);
    expect(JSON.stringify(page.asked)).not.toContain("Right-Horse-7");
    const { sessions, isExpired } = useSessions.getState();
    expect(sessions).toMatchObject({ p: { accessToken: "an access token", role: "Provider" }, ds: null });
    expect(isExpired).toBe(false);
  });

  test("goes to the home page when the next page is in another area or on another origin", async () => {
    const router = await open("/p/login?next=%2F%2Felsewhere.example%2Fp%2Fhome");
    await fill("packer", "Right-Horse-7");
    await page.submit();
    await page.until(() => text().includes("Behind the door"));
    expect(router.state.location.href).toBe("/p/home");
  });

  test("shows a refusal once and stores nothing", async () => {
    await open("/ds/login");
    page.answer = answerOf("wrongCredentials");
    await fill("nobody", "Right-Horse-7");
    await page.submit();
    await page.until(() => text().includes("Wrong username or password"));
    expect(text()).toContain("2001");
    expect(page.toasts).toBe(0);
    expect(useSessions.getState().sessions).toEqual({ p: null, ds: null });
  });

  test("sends a user of the other area to that area's login, with the username", async () => {
    const router = await open("/p/login");
    page.answer = answerOf("wrongArea");
    await fill("12345", "Right-Horse-7");
    await page.submit();
    await page.until(() => text().includes("Please log in on the other login page"));
    const link = [...page.element.querySelectorAll("a")].find((one) => one.textContent === "Go to the user login");
    await act(async () => {
      link?.click();
      await Promise.resolve();
    });
    await page.until(() => router.state.location.pathname === "/ds/login");
    expect(page.input("Username").value).toBe("12345");
  });

  test("asks a user who is already signed in whether to continue or to log in as someone else", async () => {
    act(() => useSessions.getState().setSession("p", { ...emptySession, username: "packer" }));
    const router = await open("/p/login?next=%2Fp%2Fproduct");
    expect(text()).toContain("You are logged in here as packer.");
    await page.press("Log in as someone else");
    expect(page.input("Username").value).toBe("");
    await act(() => router.navigate({ href: "/ds/login" }));
    await page.until(() => text().includes("For retailers."));
    expect(text()).not.toContain("You are logged in here");
    await act(() => router.navigate({ href: "/p/login?next=%2Fp%2Fproduct" }));
    await page.until(() => text().includes("You are logged in here as packer."));
    await page.press("Continue as packer");
    await page.until(() => router.state.location.href === "/p/product");
  });
});

describe("a forgotten password", () => {
  test("gets the same answer for every username, and can be requested again after a minute", async () => {
    await open("/p/turn-the-table?username=packer");
    expect(page.input("Username").value).toBe("packer");
    page.answer = answerOf("success");
    await page.submit();
    await page.until(() => text().includes("If there is an account “packer”"));
    expect(page.asked).toMatchObject([{ body: { username: "packer", language: "en_us" } }]);
    const again = [...page.element.querySelectorAll("button")].find((one) => one.textContent?.startsWith("Send again in"));
    expect(again?.disabled).toBe(true);
  });

  test("has the emailed token removed from the URL at once, and opens the form for a new password", async () => {
    act(() => useSessions.getState().setSession("p", { ...emptySession, username: "packer" }));
    const router = await open("/p/turn-the-table?token=0123456789");
    await page.until(() => router.state.location.href === "/p/turn-the-table");
    expect(text()).toContain("Choose a new password");
    await page.type("New password", "Right-Horse-7");
    await page.type("Password again", "Right-Horse-8");
    await page.submit();
    expect(page.errorOf("Password again")).toBe("The two entered passwords do not match");
    await page.type("Password again", "Right-Horse-7");
    await page.submit();
    await page.until(() => router.state.location.pathname === "/p/login");
    expect(page.asked).toMatchObject([{ body: { token: "0123456789" } }]);
    expect(router.state.location.search).toEqual({ username: "packer", from: "reset" });
    expect(useSessions.getState().sessions.p).toBeNull();
  });

  test("shows the rule for a new password, and how the rule for a new account differs", async () => {
    await open("/p/turn-the-table?token=0123456789");
    await page.until(() => text().includes("Choose a new password"));
    expect(text()).toContain("6 to 20 characters, with three of");
    expect(text()).toContain("A new account needs 10 characters and all four.");
    page.reopen();
    await open("/p/turn-the-table?invitation=abc");
    expect(text()).toContain("10 to 20 characters: uppercase, lowercase, digits and symbols.");
  });

  test("offers a new link when the emailed one has expired", async () => {
    await open("/p/turn-the-table?token=old");
    page.answer = answerOf("linkExpired");
    await page.type("New password", "Right-Horse-7");
    await page.type("Password again", "Right-Horse-7");
    await page.submit();
    await page.until(() => text().includes("This link was already used or has expired"));
    await page.press("Request a new link");
    expect(text()).toContain("Forgot your password?");
  });

  test("applies the strict rule to an invited operator, and says whom to ask when the invitation has expired", async () => {
    await open("/p/turn-the-table?invitation=abc");
    await page.type("Username", "packer07");
    await page.type("Password", "aB3-xy");
    await page.type("Password again", "aB3-xy");
    await page.submit();
    expect(page.errorOf("Password")).toContain("the length is greater than 9");
    await page.type("Password", "Right-Horse-7");
    await page.type("Password again", "Right-Horse-7");
    page.answer = answerOf("linkExpired");
    await page.submit();
    await page.until(() => text().includes("Ask the supplier who invited you"));
  });
});
