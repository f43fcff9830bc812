import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadRest, translator } from "#web/texts/warehouse.ts";
import { formatAction, formatDetail, formatMoment, formatPerson, formatSubject } from "./entry-words.rules.ts";

await loadRest();
const english = { t: await translator("en_us"), locale: "en-US" };
const chinese = { t: await translator("zh_cn"), locale: "zh-CN" };

describe("an entry's detail", () => {
  test.each([
    [{ area: "p" }, "Area: supplier's area", "端：供应商端"],
    [
      { reason: "wrongCredentials", area: "ds" },
      "Reason: Wrong username or password; Area: retailer's area",
      "原因：用户名或密码错误；端：分销商端",
    ],
    [{ before: [], after: ["waves", "packing"] }, "Before: none; After: Waves, Packing and weighing", "之前：无；之后：波次、包装与称重"],
    [{ fields: ["display_name", "email"] }, "Fields: name, email", "字段：姓名、邮箱"],
    [{ blocked: true }, "Blocked: yes", "停用：是"],
    [{ type: "businessLicence", documents: 1200 }, "Type: Business licence; Pictures: 1,200", "类型：营业执照；图片数：1,200"],
    [{ ended: 2, which: "others" }, "Ended: 2; Which: all others", "结束数：2；范围：其他全部"],
    [{ main_function: "Homepage", locale: "zh_cn" }, "Function: Home page; Language: Chinese", "功能：主页；语言：中文"],
    [{ action: "accounts.sign-in" }, "Action: Logged in", "操作：登录"],
    [{}, "", ""],
  ])("%j is formatted in both languages", (detail, en, zh) => {
    expect([formatDetail(detail, english), formatDetail(detail, chinese)]).toEqual([en, zh]);
  });

  test("shows only the ends of ids on one line, and whole ids when there is room", () => {
    const detail = { file_uuids: ["01990000-0000-7000-8000-0000003f9a2c", "01990000-0000-7000-8000-0000003f9a2d"] };
    expect(formatDetail(detail, english)).toBe("Files: …3f9a2c, …3f9a2d");
    expect(formatDetail(detail, { ...english, isWhole: true })).toBe(`Files: ${detail.file_uuids.join(", ")}`);
  });

  test("is shown unchanged when this version does not know it", () => {
    const detail = { wave_size: 12, area: "x", reason: "tooWindy", after: ["flying"], odd: { a: [1] }, none: null };
    expect(formatDetail(detail, english)).toBe('wave_size: 12; Area: x; Reason: tooWindy; After: flying; odd: {"a":[1]}; none: none');
    expect(formatAction("waves.release", english)).toBe("waves.release");
  });
  test("say what a value was and what it is", () => {
    const detail = { warehouses: { before: [], after: ["North"] }, max_grams: { after: 2000, before: null } };
    expect(formatDetail(detail, english)).toBe("Warehouses: none → North; Most grams: none → 2,000");
  });
});

test("a user is named as long as the name is stored", () => {
  expect(formatPerson({ username: "provider01", user_uuid: "0" }, english)).toBe("provider01");
  expect(formatPerson({ username: "", user_uuid: "0" }, english)).toBe("Erased person");
  expect(formatPerson({ username: "", user_uuid: "" }, chinese)).toBe("未登录");
});

test("every subject type that the server logs has a text", () => {
  const code = globSync("server/**/*.ts", { exclude: (name) => name.includes(".test.") }).map((file) => readFileSync(file, "utf8"));
  const kinds = new Set(
    code.flatMap((text) => [...text.matchAll(/(?:subjectType: |note\([^[\]]*\[)"([a-z -]+)"/g)].map(([, kind = ""]) => kind)),
  );
  expect(kinds.size).toBeGreaterThan(20);
  expect([...kinds].filter((subject_type) => formatSubject({ subject_type, subject_uuid: "" }, chinese) === subject_type)).toEqual([]);
});

test("a subject is named by its type and the end of its id", () => {
  const subject_uuid = "01990000-0000-7000-8000-0000003f9a2c";
  expect(formatSubject({ subject_type: "contact", subject_uuid }, english)).toBe("Contact …3f9a2c");
  expect(formatSubject({ subject_type: "call", subject_uuid: "" }, chinese)).toBe("接口");
  expect(formatSubject({ subject_type: "voyage", subject_uuid }, english)).toBe("voyage …3f9a2c");
  expect(formatSubject({ subject_type: "", subject_uuid: "" }, english)).toBe("");
});

test("a time is shown to the second, and an invalid time is shown unchanged", () => {
  const at = new Date(2026, 10, 21, 14, 5, 9).toISOString();
  expect(formatMoment(at, "en-US").replaceAll("\u202f", " ")).toBe("Nov 21, 2026, 2:05:09 PM");
  expect(formatMoment(at, "zh-CN")).toBe("2026年11月21日 14:05:09");
  expect(formatMoment("soon", "en-US")).toBe("soon");
});
