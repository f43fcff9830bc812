import { describe, expect, test } from "vitest";
import {
  sumDraft,
  createEmptyLine,
  isEmptyLine,
  toAnnouncedLines,
  findFieldProblem,
  findLineProblems,
  parsePastedLines,
} from "./draft-lines.rules.ts";

let count = 0;
const newKey = () => `key ${++count}`;
const line = (part: Partial<ReturnType<typeof createEmptyLine>>) => ({ ...createEmptyLine("one"), ...part });

describe("a draft line", () => {
  test("is empty until something other than spaces is typed", () => {
    expect(isEmptyLine(line({}))).toBe(true);
    expect(isEmptyLine(line({ lot: "  " }))).toBe(true);
    expect(isEmptyLine(line({ expected: "1" }))).toBe(false);
  });

  test.each([
    [{ sku: "MUG", expected: "3" }, []],
    [{ expected: "3" }, ["sku"]],
    [{ sku: "MUG" }, ["expected"]],
    [{ sku: "MUG", expected: "0" }, ["expected"]],
    [{ sku: "MUG", expected: "-2" }, ["expected"]],
    [{ sku: "MUG", expected: "1.5" }, ["expected"]],
    [{ sku: "MUG", expected: "1e3" }, ["expected"]],
    [{ sku: "MUG", expected: "3", boxNumber: "two" }, ["boxNumber"]],
    [{ sku: "MUG", expected: "3", boxNumber: "0" }, ["boxNumber"]],
    [{ sku: "MUG", expected: "3", expiresOn: "31.12.2026" }, ["expiresOn"]],
    [{}, []],
  ])("%j has problems in %j", (part, wrong) => {
    expect(findLineProblems(line(part))).toEqual(wrong);
  });

  test("is marked where the server refuses its product, once the product is known", () => {
    const products = new Map([
      ["mug", { keeps_lots: false, keeps_expiry: false }],
      ["tea", { keeps_lots: true, keeps_expiry: true }],
      ["gone", null],
    ]);
    const marked = (part: Partial<ReturnType<typeof createEmptyLine>>) => {
      const problems = findLineProblems(line({ expected: "3", ...part }), products);
      return (["sku", "lot", "expiresOn"] as const).flatMap((field) => findFieldProblem(problems, field) ?? []);
    };
    expect(marked({ sku: "Mug", lot: "A", expiresOn: "2027-01-01" })).toEqual(["lotNotKept"]);
    expect(marked({ sku: "MUG ", expiresOn: "2027-01-01" })).toEqual(["expiryNotKept"]);
    expect(marked({ sku: "gone" })).toEqual(["unknown"]);
    for (const part of [{ sku: "MUG" }, { sku: "TEA", lot: "A", expiresOn: "2027-01-01" }, { sku: "CUP", lot: "A" }])
      expect(marked(part)).toEqual([]);
  });

  test("counts towards the totals when it is filled in, and each box counts once", () => {
    const lines = [
      line({ sku: "A", expected: "3", boxNumber: "1" }),
      line({ sku: "B", expected: "4", boxNumber: "1" }),
      line({ sku: "C", expected: "x", boxNumber: "2" }),
      line({}),
    ];
    expect(sumDraft(lines)).toEqual({ lines: 3, pieces: 7, boxes: 2 });
  });

  test("is sent trimmed, and left out when it is empty", () => {
    expect(toAnnouncedLines([line({ sku: " A ", expected: "3", lot: " L1 " }), line({})])).toEqual([
      { sku: "A", expected: 3, box_number: null, lot: "L1", expires_on: null, remark: "" },
    ]);
  });
});

describe("pasted rows", () => {
  test("from a spreadsheet become lines: SKU, pieces, box, lot, expiry", () => {
    const lines = parsePastedLines("MUG-1\t12\t1\tL7\t2027-01-31\r\nMUG-2\t3\r\n\r\n", newKey);
    expect(lines?.map(({ key: _key, ...rest }) => rest)).toEqual([
      { sku: "MUG-1", title: "", expected: "12", boxNumber: "1", lot: "L7", expiresOn: "2027-01-31", remark: "" },
      { sku: "MUG-2", title: "", expected: "3", boxNumber: "", lot: "", expiresOn: "", remark: "" },
    ]);
  });

  test.each([
    ["2027-01-31", "2027-01-31", ""],
    ["2027/1/31", "2027-01-31", ""],
    ["20270131", "2027-01-31", ""],
    ["31/12/2026", "", "31/12/2026"],
  ])("read %s as a date when the year comes first, and keep it as a remark otherwise", (text, expiresOn, remark) => {
    expect(parsePastedLines(`A\t1\t\t\t${text}`, newKey)?.[0]).toMatchObject({ expiresOn, remark });
  });

  test("may separate their cells with semicolons or commas", () => {
    expect(parsePastedLines("A;1\nB;2", newKey)?.map(({ sku, expected }) => [sku, expected])).toEqual([
      ["A", "1"],
      ["B", "2"],
    ]);
    expect(parsePastedLines("A,1", newKey)?.map(({ sku, expected }) => [sku, expected])).toEqual([["A", "1"]]);
  });

  test("are left as typed text when they contain no cells", () => {
    expect(parsePastedLines("MUG-1", newKey)).toBeNull();
    expect(parsePastedLines("a mug, blue", newKey)).toBeNull();
    expect(parsePastedLines("  \n ", newKey)).toBeNull();
  });

  test("get a unique key each", () => {
    const lines = parsePastedLines("A\t1\nA\t1", newKey) ?? [];
    expect(new Set(lines.map(({ key }) => key)).size).toBe(2);
  });
});
