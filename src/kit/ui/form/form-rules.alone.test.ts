import { describe, expect, test } from "vitest";
import { z } from "zod";
import { CallProblem } from "#src/kit/api/client.ts";
import type { codes } from "#src/kit/api/codes.ts";
import { ruled } from "#src/kit/api/define-call.ts";
import { loadRest, translator } from "#web/texts/warehouse.ts";
import { answerOf } from "#tests/factories/answers.ts";
import type { Values } from "./form-definition.ts";
import { sayMessage } from "./form-message.rules.ts";
import type { FormRules } from "./form-problems.rules.ts";
import { createResolver, getCallProblems, isWithin, readProblems } from "./form-problems.rules.ts";
import { changedValues, fitsFields, startValues, withoutPasswords } from "./form-values.rules.ts";

await loadRest();
const [english, chinese] = await Promise.all([translator("en_us"), translator("zh_cn")]);

/** What the resolver finds wrong, as react-hook-form keeps it. */
async function judge(form: FormRules, values: Values) {
  return readProblems((await createResolver(form)(values, undefined, { fields: {}, shouldUseNativeValidation: false })).errors);
}

async function messageFor(schema: z.ZodType, value: unknown): Promise<string[]> {
  const form = {
    schema: z.object({ field: schema }) as unknown as FormRules["schema"],
    fields: { field: { kind: "text", label: "navigation.home" } },
  };
  const problems = await judge(form as FormRules, { field: value });
  return Object.values(problems).flatMap((message) => [sayMessage(message, english, "en-US"), sayMessage(message, chinese, "zh-CN")]);
}

describe("the message for an invalid value, in both languages", () => {
  test.each([
    ["an empty text", z.string().min(1), "", "Please fill this in", "请填写此项"],
    ["a text too short", z.string().min(3), "ab", "Use at least 3 characters", "至少 3 个字符"],
    ["a text too long", z.string().max(2), "abc", "Use at most 2 characters", "最多 2 个字符"],
    ["no number", z.number(), undefined, "Please fill this in", "请填写此项"],
    ["a text for a number", z.number(), "x", "Please enter a number", "请输入数字"],
    ["half a piece", z.int(), 1.5, "Please enter a whole number", "请输入整数"],
    ["a number too large", z.number().max(1000), 1001, "Enter at most 1,000", "不能大于 1,000"],
    ["a number too small", z.number().min(1), 0, "Enter at least 1", "不能小于 1"],
    ["too many choices", z.array(z.string()).max(1), ["a", "b"], "Please choose at most 1", "最多选择 1 项"],
    ["no choice", z.enum(["a", "b"]), "", "Please choose one", "请选择一项"],
    ["no e-mail address", z.email(), "x", "Email format is incorrect", "邮箱格式不正确"],
    ["no address", z.url(), "x", "Please enter a full address, such as https://example.com", "请输入以 https:// 开头的完整网址"],
    ["a wrong shape", z.string().regex(/^\d+$/), "x", "Invalid format", "格式不正确"],
    ["one of two shapes", z.union([z.number().max(3), z.null()]), 4, "Enter at most 3", "不能大于 3"],
    ["a rule of ours", ruled(z.string(), () => "accounts.phoneShape"), "x", "Phone number format is incorrect", "电话号码格式不正确"],
  ] as const)("%s", async (_what, schema, value, en, zh) => {
    expect(await messageFor(schema, value)).toEqual([en, zh]);
  });

  test("an empty required field is to be filled in, whatever else its rule says of nothing", async () => {
    const rules = {
      schema: z.object({ field: ruled(z.string(), (text) => (text.includes("@") ? null : "accounts.emailShape")) }),
      fields: { field: { kind: "text", label: "navigation.home", isRequired: true } },
    };
    const say = async (field: string) =>
      Object.values(await judge(rules as FormRules, { field })).map((message) => sayMessage(message, english, "en-US"));
    expect([await say(""), await say("x")]).toEqual([["Please fill this in"], ["Email format is incorrect"]]);
  });

  test("a slice's own message", async () => {
    const schema = z.string().superRefine((_value, context) => {
      context.addIssue({ code: "custom", params: { text: "countries.address.zipShape", values: { example: "98101" } } });
    });
    expect(await messageFor(schema, "x")).toEqual(["Enter a code such as 98101", "格式应如 98101"]);
  });
});

const form = {
  schema: z
    .object({ role: z.string(), supplier: z.string().min(1), address: z.object({ zip: z.string().min(2) }), note: z.string() })
    .superRefine(({ role }, context) => {
      if (role === "x") context.addIssue({ code: "custom", message: "accounts.roleRequired" });
      if (role === "y") context.addIssue({ code: "custom", message: "accounts.companyTaken" });
    }),
  fields: {
    role: { kind: "text", label: "navigation.home" },
    supplier: { kind: "text", label: "navigation.home", when: (values: Values) => values["role"] === "retailer" },
    address: { kind: "address", label: "navigation.home" },
    note: { kind: "text", label: "navigation.home", isRequired: true },
  },
  refusalsAt: { "accounts.roleRequired": "role", "accounts.supplierUnknown": "supplier" },
} as unknown as FormRules;
const good = { role: "retailer", supplier: "s", address: { zip: "98101" }, note: "n" };
const pathsOf = async (values: Values) => Object.keys(await judge(form, values));

describe("a problem is shown", () => {
  test("at its field, or at the affected part of the field", async () => {
    expect(await pathsOf(good)).toEqual([]);
    expect(await pathsOf({ ...good, supplier: "", address: { zip: "" } })).toEqual(["supplier", "address.zip"]);
  });

  test("at the field named for its rule, otherwise at no field", async () => {
    expect(await pathsOf({ ...good, role: "x" })).toEqual(["role"]);
    expect(await pathsOf({ ...good, role: "y" })).toEqual(["root"]);
  });

  test("at no field when its own is hidden, so that nothing blocks a form invisibly", async () => {
    expect(await pathsOf({ ...good, role: "supplier", supplier: "" })).toEqual(["root"]);
  });

  test("at an empty required field even when the schema accepts it", async () => {
    expect(await pathsOf({ ...good, note: "" })).toEqual(["note"]);
  });

  test("only after its part of the field, or the whole field, was left", () => {
    const isShown = (shown: readonly string[]) => shown.some((field) => isWithin("address.zip", field));
    expect(isShown([])).toBe(false);
    expect(isShown(["address.city", "addr"])).toBe(false);
    expect(isShown(["address.zip"])).toBe(true);
    expect(isShown(["address"])).toBe(true);
  });
});

describe("a failed call", () => {
  const refusal = (name: keyof typeof codes, data: unknown = null) => new CallProblem("refusal", 200, answerOf(name, data).body);

  test("is shown at the field that it concerns", () => {
    expect(Object.keys(getCallProblems(form, good, refusal("accounts.supplierUnknown")))).toEqual(["supplier"]);
  });

  test("is shown above the button, with its code, when its field is hidden", () => {
    const problems = getCallProblems(form, { ...good, role: "supplier" }, refusal("accounts.supplierUnknown"));
    expect(problems).toMatchObject({ root: { code: 2118 } });
    expect(Object.keys(problems)).toEqual(["root"]);
  });

  test("is shown in place when it raises no toast", () => {
    const { root } = getCallProblems(form, good, refusal("notFound"));
    expect(root === undefined ? "" : sayMessage(root, chinese, "zh-CN")).toBe("未找到");
  });

  test("says that nothing was lost when no answer arrived", () => {
    for (const kind of ["network", "timeout"] as const) {
      const { root } = getCallProblems(form, good, new CallProblem(kind, 0, null));
      expect(root === undefined ? "" : sayMessage(root, english, "en-US")).toContain("Nothing you entered was lost");
      expect(root).not.toHaveProperty("code");
    }
  });
});

describe("values", () => {
  const fields = {
    name: { kind: "text", label: "navigation.home" },
    count: { kind: "number", label: "navigation.home" },
    tags: { kind: "choices", label: "navigation.home", options: [{ value: "a", text: "navigation.home" }] },
    secret: { kind: "password", label: "navigation.home" },
  } as const;

  test("start with the given values, and empty when none are given", () => {
    expect(startValues(fields, { name: "x" })).toEqual({ name: "x", count: undefined, tags: [], secret: "" });
  });

  test("start with null only in a field that draws itself", () => {
    const own = { kind: "custom", label: "navigation.home", render: () => null } as const;
    expect(startValues({ ...fields, own }, { name: null, own: null })).toMatchObject({ name: "", own: null });
    expect(startValues({ own }, {})).toEqual({ own: undefined });
  });

  test("are stored without passwords", () => {
    expect(withoutPasswords(fields, { name: "x", secret: "Kx7mpq" })).toEqual({ name: "x" });
  });

  test.each([
    [{ name: "x", count: 2, tags: ["a"] }, true],
    [{}, true],
    [{ name: 1 }, false],
    [{ count: "2" }, false],
    [{ tags: ["b"] }, false],
    [{ secret: "x" }, false],
    [{ gone: "x" }, false],
  ])("draft %j fits the fields: %j", (draft, fits) => {
    expect(fitsFields(fields, draft)).toBe(fits);
  });

  test("that follow others do so until the user types a different value, and again once it matches", () => {
    const following = {
      bays: { kind: "number", label: "navigation.home" },
      pattern: { kind: "text", label: "navigation.home", follows: ({ bays }: Values) => (Number(bays) > 1 ? "A-B" : "A") },
    } as const;
    const change = (before: Values, name: string, value: unknown) => ({ ...before, ...changedValues(following, before, name, value) });
    const several = change({ bays: 1, pattern: "A" }, "bays", 2);
    expect(several).toEqual({ bays: 2, pattern: "A-B" });
    const typed = change(several, "pattern", "X");
    expect(change(typed, "bays", 1)).toEqual({ bays: 1, pattern: "X" });
    expect(change(change(typed, "pattern", "A-B"), "bays", 1)).toEqual({ bays: 1, pattern: "A" });
  });
});
