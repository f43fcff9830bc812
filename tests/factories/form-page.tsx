import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ReactNode } from "react";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { z } from "zod";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { CallerContext } from "#src/kit/api/call-hooks.tsx";
import { createClient } from "#src/kit/api/client.ts";
import { defineCall } from "#src/kit/api/define-call.ts";
import { showLanguage } from "#web/texts/warehouse.ts";
import { answerOf } from "./answers.ts";
import { loadKit } from "./kit.ts";

/** jsdom has no layout, so there are no sizes to observe. */
class NoResizes {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, ResizeObserver: NoResizes });

/** A call made only by form tests. */
export const rename = defineCall({
  name: "people.rename",
  method: "POST",
  path: "/people/rename",
  summary: "For tests of forms.",
  roles: "anyone",
  input: z.strictObject({ email: z.string(), nickname: z.string() }),
  output: z.object({ renamed: z.int() }),
  codes: [],
});

/** A page (jsdom) with a real server: its requests, its answers, and the user's actions. */
export function openFormPage() {
  let server: Server;
  let element: HTMLElement;
  let root: ReturnType<typeof createRoot>;
  let client = createClient({ origin: "", tokens: () => null });
  const page = {
    asked: [] as { body: unknown; key: string | undefined }[],
    answer: answerOf("success", { renamed: 1 }),
    /** answers an address; null: `answer` for all */
    answerTo: null as ((address: URL) => ReturnType<typeof answerOf>) | null,
    /** delays answers until it resolves */
    hold: Promise.resolve(),
    toasts: 0,
    /** the signed-in user; empty for nobody */
    username: "packer",
    /** what is rendered, including what is in front of the page */
    get element() {
      return document.body;
    },
    caller: (): Caller => ({
      area: null,
      client,
      scope: { username: page.username, providerUuid: "" },
      role: null,
      permissions: [],
      isReadOnly: false,
    }),
    async draw(children: ReactNode): Promise<void> {
      const caller = page.caller();
      await act(async () => {
        root.render(<CallerContext value={caller}>{children}</CallerContext>);
        await new Promise((resolve) => setTimeout(resolve));
      });
    },
    /** closes and reopens the page: only storage survives a reload */
    reopen(): void {
      act(() => root.unmount());
      element.remove();
      element = document.createElement("main");
      document.body.append(element);
      root = createRoot(element);
    },
    input(label: string): HTMLInputElement {
      const found = [...document.querySelectorAll("label")].find((one) => one.textContent?.startsWith(label));
      const field = document.getElementById(found?.htmlFor ?? "");
      if (!(field instanceof HTMLInputElement)) throw new Error(`no input is labelled ${label}`);
      return field;
    },
    type(label: string, text: string): Promise<void> {
      const field = page.input(label);
      return act(async () => {
        field.focus();
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
        field.dispatchEvent(new Event("input", { bubbles: true }));
      });
    },
    leave(label: string): Promise<void> {
      return act(async () => {
        page.input(label).dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
      });
    },
    async press(text: string): Promise<void> {
      const pressed = document.querySelectorAll<HTMLElement>("button, [role^=menuitem], [role=option], [role=tab]");
      const button = [...pressed].find((one) => one.textContent === text);
      if (button === undefined) throw new Error(`no button says ${text}`);
      await act(async () => {
        button.click();
        await new Promise((resolve) => setTimeout(resolve));
      });
    },
    submit: () =>
      act(async () => {
        document.querySelector("form")?.requestSubmit();
        await new Promise((resolve) => setTimeout(resolve));
      }),
    /** the error announced for a field */
    errorOf(label: string): string {
      const notes = (page.input(label).getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id));
      return notes.find((note) => note?.getAttribute("role") === "alert")?.textContent ?? "";
    },
    async until(holds: () => boolean): Promise<void> {
      for (let tries = 0; tries < 3000 && !holds(); tries += 1) await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
      expect(holds()).toBe(true);
    },
  };

  beforeAll(async () => {
    server = createServer((request, reply) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        if (request.method === "POST")
          page.asked.push({
            body: JSON.parse(Buffer.concat(chunks).toString()),
            key: request.headers["idempotency-key"] as string | undefined,
          });
        const head = { "content-type": "application/json", "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
        const say = ({ status, body }: typeof page.answer) => reply.writeHead(status, head).end(JSON.stringify(body));
        void page.hold.then(() => say(page.answerTo?.(new URL(request.url ?? "/", "http://localhost")) ?? page.answer));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    client = createClient({
      origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
      tokens: () => null,
      onProblem: (_problem, _call, { isQuiet }) => {
        if (isQuiet !== true) page.toasts += 1;
      },
    });
    await Promise.all([showLanguage("en_us"), loadKit()]);
  });
  afterAll(() => server.close());
  beforeEach(() => {
    Object.assign(page, {
      username: "packer",
      asked: [],
      toasts: 0,
      hold: Promise.resolve(),
      answer: answerOf("success", { renamed: 1 }),
      answerTo: null,
    });
    localStorage.clear();
    element = document.createElement("main");
    document.body.append(element);
    root = createRoot(element);
  });
  afterEach(async () => {
    act(() => root.unmount());
    element.remove();
    await showLanguage("en_us");
  });
  return page;
}
