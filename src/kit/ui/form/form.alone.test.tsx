// @vitest-environment jsdom
import { act } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { codes } from "#src/kit/api/codes.ts";
import { ruled } from "#src/kit/api/define-call.ts";
import { showLanguage } from "#web/texts/warehouse.ts";
import { answerOf } from "#tests/factories/answers.ts";
import { openFormPage, rename } from "#tests/factories/form-page.tsx";
import { defineForm } from "./form-definition.ts";
import { Form } from "./form.tsx";

const email = ruled(z.string(), (text) => (text.includes("@") ? null : "accounts.emailShape"));
const definition = defineForm({
  name: "people.rename",
  schema: z
    .object({ email, nickname: z.string().min(3).max(10), password: z.string(), confirm: z.string() })
    .superRefine(({ password, confirm }, context) => {
      if (password !== confirm) context.addIssue({ code: "custom", message: "accounts.passwordsDiffer" });
    }),
  fields: {
    email: { kind: "email", label: "form.required", hint: "form.url", isRequired: true },
    nickname: { kind: "text", label: "navigation.home" },
    password: { kind: "password", label: "form.strength.weak" },
    confirm: { kind: "password", label: "form.strength.strong" },
  },
  refusalsAt: { "accounts.passwordsDiffer": "confirm", "accounts.usernameTaken": "nickname" },
  submit: "form.draft.discard",
  keepsDraft: false,
  send: ({ email: to, nickname }, { client }) => client.call(rename, { email: to, nickname }),
});

const page = openFormPage();
let done: unknown[] = [];
beforeEach(() => {
  done = [];
});
const draw = () => page.draw(<Form of={definition} onDone={(given) => done.push(given)} />);

async function fill(): Promise<void> {
  await page.type("Please fill this in", "a@example.com");
  await page.type("Home", "Marlin");
}

describe("a field", () => {
  test("has its own label, references its hint and its error by id, and says that it is required", async () => {
    await draw();
    const field = page.input("Please fill this in");
    const notes = () => (field.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent);
    const hint = "Please enter a full address, such as https://example.com";
    expect(field.getAttribute("aria-required")).toBe("true");
    expect(notes()).toEqual([hint]);
    expect(field.getAttribute("aria-invalid")).toBeNull();
    await page.type("Please fill this in", "nobody");
    await page.leave("Please fill this in");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(notes().toSorted()).toEqual(["Email format is incorrect", hint]);
    expect(page.errorOf("Please fill this in")).toBe("Email format is incorrect");
  });

  test("is validated on blur, not while typing, and not when nothing was typed", async () => {
    await draw();
    await page.leave("Please fill this in");
    expect(page.errorOf("Please fill this in")).toBe("");
    await page.type("Please fill this in", "nobody");
    expect(page.errorOf("Please fill this in")).toBe("");
    await page.leave("Please fill this in");
    expect(page.errorOf("Please fill this in")).toBe("Email format is incorrect");
    await page.type("Please fill this in", "a@example.com");
    expect(page.errorOf("Please fill this in")).toBe("");
  });

  test("switches the language of its message together with the page", async () => {
    await draw();
    await page.type("Please fill this in", "nobody");
    await page.submit();
    expect(page.errorOf("Home")).toBe("Please fill this in");
    await act(() => showLanguage("zh_cn"));
    expect(page.errorOf("首页")).toBe("请填写此项");
    expect(page.element.textContent).toContain("邮箱格式不正确");
  });
});

describe("a form", () => {
  test("is not sent while it is invalid, and focuses the first invalid field", async () => {
    await draw();
    await page.type("Please fill this in", "a@example.com");
    await page.type("Home", "ab");
    await page.submit();
    expect(page.errorOf("Home")).toBe("Use at least 3 characters");
    expect(document.activeElement).toBe(page.input("Home"));
    expect(page.asked).toEqual([]);
  });

  test("shows an error about several fields at the field named for its rule", async () => {
    await draw();
    await fill();
    await page.type("Strength: weak", "one");
    await page.type("Strength: strong", "other");
    await page.submit();
    expect(page.errorOf("Strength: strong")).toBe("The two entered passwords do not match");
    expect(document.activeElement).toBe(page.input("Strength: strong"));
  });

  test("is sent once, however often its button is pressed", async () => {
    let release = () => {};
    page.hold = new Promise((resolve) => {
      release = resolve;
    });
    await draw();
    await fill();
    await page.submit();
    await page.submit();
    expect(page.element.querySelector("form")?.getAttribute("aria-busy")).toBe("true");
    await page.submit();
    release();
    await page.until(() => done.length === 1);
    expect(page.asked.map(({ body }) => body)).toEqual([{ email: "a@example.com", nickname: "Marlin" }]);
    expect(page.element.querySelector("form")?.getAttribute("aria-busy")).toBe("false");
  });

  test("shows a server validation error at its field, in the page's language, and raises no toast", async () => {
    const { code, en_us, zh_cn } = codes["accounts.usernameTaken"];
    page.answer = {
      status: 400,
      body: { ...answerOf("parameterError").body, data: { fields: [{ path: ["nickname"], code, msg: { en_us, zh_cn } }] } },
    };
    await draw();
    await fill();
    await page.submit();
    await page.until(() => page.errorOf("Home") === en_us);
    expect(document.activeElement).toBe(page.input("Home"));
    await act(() => showLanguage("zh_cn"));
    expect(page.element.textContent).toContain(zh_cn);
    await act(() => showLanguage("en_us"));
    await page.type("Home", "Marlin2");
    expect(page.errorOf("Home")).toBe("");
    expect(page.toasts).toBe(0);
  });

  test("shows a refusal about one field at that field, and any other above the button with its code", async () => {
    page.answer = answerOf("accounts.usernameTaken");
    await draw();
    await fill();
    await page.submit();
    await page.until(() => page.errorOf("Home") === codes["accounts.usernameTaken"].en_us);
    page.answer = answerOf("signInLocked");
    await page.submit();
    await page.until(() => page.element.querySelector(".notice-bad") !== null);
    expect(page.element.querySelector(".notice-bad")?.textContent).toBe(`${codes.signInLocked.en_us}2002`);
    expect(page.errorOf("Home")).toBe("");
  });

  test("retries with the same idempotency key until it is answered, then uses another", async () => {
    page.answer = answerOf("unavailable");
    await draw();
    await fill();
    await page.submit();
    await page.until(() => page.element.querySelector(".notice-bad") !== null);
    page.answer = answerOf("success", { renamed: 1 });
    await page.submit();
    await page.until(() => done.length === 1);
    await page.submit();
    await page.until(() => done.length === 2);
    const keys = page.asked.map(({ key }) => key);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});

describe("a number", () => {
  const sent: unknown[] = [];
  const sizes = defineForm({
    name: "people.size",
    keepsDraft: false,
    schema: z.object({ width_mm: z.int().min(10).max(2000).optional() }),
    fields: { width_mm: { kind: "number", label: "navigation.home", per: 10, digits: 1 } },
    submit: "form.copied",
    send: async (values) => sent.push(values),
  });

  test("is typed in the displayed unit, stored in the value's own, and its limits are shown in the displayed unit", async () => {
    await page.draw(<Form of={sizes} initial={{ width_mm: 123 }} />);
    expect(page.input("Home").value).toBe("12.3");
    await page.type("Home", "300.5");
    await page.submit();
    expect(page.errorOf("Home")).toBe("Enter at most 200");
    await page.type("Home", "45.6");
    await page.submit();
    expect(sent).toEqual([{ width_mm: 456 }]);
  });
});

test("a form that is the main content of its page focuses its first empty field", async () => {
  await page.draw(<Form of={definition} autoFocus initial={{ email: "a@example.com" }} />);
  expect(document.activeElement).toBe(page.input("Home"));
});

describe("a warning about valid but doubtful values", () => {
  const asked: string[] = [];
  const warned = defineForm({
    ...definition,
    warning: {
      find: async ({ nickname }) => {
        asked.push(nickname);
        return nickname === "Marlin" ? "Another has this name" : null;
      },
      submit: "form.url",
    },
  });

  test("is shown once before these values are sent, and again for other values", async () => {
    await page.draw(<Form of={warned} onDone={(given) => done.push(given)} />);
    await fill();
    await page.submit();
    await page.until(() => page.element.textContent.includes("Another has this name"));
    await page.type("Home", "Heron");
    expect(page.element.textContent).not.toContain("Another has this name");
    await page.type("Home", "Marlin");
    await page.submit();
    await page.until(() => page.element.textContent.includes("Another has this name"));
    expect(page.asked).toEqual([]);
    await page.submit();
    await page.until(() => done.length === 1);
    expect(asked).toEqual(["Marlin", "Marlin"]);
  });
});
