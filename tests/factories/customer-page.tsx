import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ReactNode } from "react";
import { act } from "react";
import type { Root } from "react-dom/client";
import { createRoot } from "react-dom/client";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { Language } from "#src/kit/lib/languages.ts";
import { locales } from "#src/kit/lib/languages.ts";
import { makeTranslate } from "#src/kit/i18n/make-translate.ts";
import { texts as english } from "#web/texts/islands.en_us.ts";
import { texts as chinese } from "#web/texts/islands.zh_cn.ts";
import { showTexts } from "#src/kit/i18n/translation.store.ts";
import { useCustomerSession } from "#src/kit/session/customer-session.store.ts";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { CustomerCaller, createCustomerClient } from "../../web/public-pages/customer-caller.tsx";
import { queries } from "../../web/queries.ts";
import { answerOf } from "./answers.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
};

type Answer = ReturnType<typeof answerOf> | { readonly file: string };
type Asked = { readonly call: string; readonly body: Record<string, unknown>; readonly key: string | undefined; readonly token: string };

/** The view of a customer with Pro. */
export const proView = {
  email: "ann@example.com",
  plan_id: "pro",
  pro_until: "2026-03-06T10:00:00.000Z",
  subscription: {
    status: "ACTIVE",
    currency: "USD",
    amount_cents: 888,
    current_period_end: "2026-03-05T10:00:00.000Z",
    cancel_at_period_end: false,
    grace_until: null,
    next_payment_at: "2026-03-05T10:00:00.000Z",
  },
} as const;
export const freeView = { email: "ann@example.com", plan_id: "free", pro_until: null, subscription: null } as const;

/** A customer's public page (jsdom) with a real server: its answers, its requests, and the user's actions. */
export function openCustomerPage() {
  let server: Server;
  let origin = "";
  let root: Root;
  let element: HTMLElement;
  const page = {
    asked: [] as Asked[],
    /** by call name, `subscription.cancel`; others are not found */
    answers: {} as Record<string, Answer>,
    text: () => document.body.textContent ?? "",
    askedFor: (call: string) => page.asked.filter((one) => one.call === call),
    signIn(): void {
      act(() =>
        useCustomerSession.getState().setSession({ accessToken: "a", csrfToken: "c", email: "ann@example.com", since: Date.now() }),
      );
    },
    async draw(children: ReactNode, language: Language = "en_us"): Promise<void> {
      const texts = language === "en_us" ? english : chinese;
      await act(async () => {
        showTexts({ t: makeTranslate(texts, locales[language]), locale: locales[language] });
        root.render(<CustomerCaller client={createCustomerClient(language, origin)}>{children}</CustomerCaller>);
        await new Promise((resolve) => setTimeout(resolve));
      });
    },
    /** closes and reopens the page: only storage survives a reload */
    reopen(): void {
      act(() => root.unmount());
      root = createRoot(element);
    },
    field(label: string): HTMLInputElement | HTMLTextAreaElement {
      const found = [...document.querySelectorAll("label")].find((one) => one.textContent === label);
      const field = document.getElementById(found?.htmlFor ?? "");
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) throw new Error(`no field is labelled ${label}`);
      return field;
    },
    errorOf: (label: string): string => document.getElementById(`${page.field(label).id}-error`)?.textContent ?? "",
    type(label: string, text: string): void {
      const field = page.field(label);
      const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
      act(() => {
        Object.getOwnPropertyDescriptor(kind.prototype, "value")?.set?.call(field, text);
        field.dispatchEvent(new Event("input", { bubbles: true }));
      });
    },
    /** presses the last button of this text: a dialog's comes after the one that opened it */
    async press(text: string, times = 1): Promise<void> {
      const says = (one: Element) => one.textContent === text || one.getAttribute("aria-label") === text;
      const button = [...document.querySelectorAll("button")].findLast(says);
      if (button === undefined) throw new Error(`no button says ${text}`);
      await act(async () => {
        for (let pressed = 0; pressed < times; pressed += 1) button.click();
        await new Promise((resolve) => setTimeout(resolve));
      });
    },
    async until(holds: () => boolean): Promise<void> {
      for (let tries = 0; tries < 3000 && !holds(); tries += 1) await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
      if (!holds()) throw new Error(`this did not come: ${page.text()}`);
    },
    untilSays: (text: string) => page.until(() => page.text().includes(text)),
  };

  beforeAll(async () => {
    server = createServer((request, reply) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
      const head = { "access-control-allow-origin": "*", "access-control-allow-headers": "*", "access-control-expose-headers": "*" };
      if (request.method === "OPTIONS") {
        reply.writeHead(204, head).end();
        return;
      }
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const call = pathname.replace(/^\/v1\/api\//, "").replace("/", ".");
        const sent = Buffer.concat(chunks).toString();
        const body = (sent === "" ? Object.fromEntries(searchParams) : JSON.parse(sent)) as Record<string, unknown>;
        const { authorization = "", "idempotency-key": key } = request.headers;
        page.asked.push({ call, body, key: typeof key === "string" ? key : undefined, token: authorization.replace("Bearer ", "") });
        const answer = page.answers[call] ?? answerOf("notFound");
        if ("file" in answer) reply.writeHead(200, { ...head, "content-disposition": 'attachment; filename="data.json"' }).end(answer.file);
        else reply.writeHead(answer.status, { ...head, "content-type": "application/json" }).end(JSON.stringify(answer.body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    Object.assign(page, { asked: [], answers: {} });
    localStorage.clear();
    sessionStorage.clear();
    queries.clear();
    useToasts.setState({ toasts: [] });
    useCustomerSession.setState({ session: null, isExpired: false });
    element = document.createElement("main");
    document.body.append(element);
    root = createRoot(element);
  });
  afterEach(() => {
    act(() => root.unmount());
    element.remove();
    expect(document.querySelectorAll("dialog")).toHaveLength(0);
  });
  return page;
}
