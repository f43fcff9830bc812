import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText, cutToExcel, cutMark, excelCellLimit, guardFormula, looksLikeFormula, unguardFormula } from "./cell-text.ts";

describe("guarding text that a spreadsheet could run", () => {
  it.each([
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1+1",
    "＋1",
    "－1",
    "＠SUM",
    "  =1",
    "\u3000=1",
    "\u200b=1",
    "\ufeff@x",
  ])("prefixes %j with an apostrophe", (text) => expect(guardFormula(text)).toBe(`'${text}`));

  it.each(["", "Lovely", "5 stars = great", "a@b", "'quoted' words", "— dash", "❤️ it", "１２３"])("leaves %j unchanged", (text) => {
    expect(guardFormula(text)).toBe(text);
  });

  it("can be reversed exactly for any text", () => {
    const text = fc.string({ unit: fc.constantFrom("'", "=", "+", "-", "@", " ", "\t", "\n", "a", "＝") });
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (any) => {
        expect(unguardFormula(guardFormula(any))).toBe(any);
      }),
    );
  });

  it("never returns text that begins with a dangerous character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(looksLikeFormula(text) ? guardFormula(text).slice(1) : text).toBe(text);
        expect(guardFormula(text)).not.toMatch(/^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/);
      }),
    );
  });
});

describe("cleaning text", () => {
  it("drops control characters and keeps tabs, line breaks, emoji and every script", () => {
    expect(cleanText("a\u0000b\u0008c\u001bd\u007fe\u0085f\ufffeg\uffffh")).toBe("abcdefgh");
    expect(cleanText("tab\tline\nfamily 👨‍👩‍👧 漂亮 جميل שלום")).toBe("tab\tline\nfamily 👨‍👩‍👧 漂亮 جميل שלום");
  });

  it("converts every line break to one line feed", () => {
    expect(cleanText("a\r\nb\rc\nd")).toBe("a\nb\nc\nd");
  });

  it("replaces a lone surrogate", () => {
    expect(cleanText("a\ud83db\udc4dc")).toBe("a\ufffdb\ufffdc");
  });

  it("returns text that is valid in XML, whatever the input", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (any) => {
        const clean = cleanText(any);
        expect(clean.isWellFormed()).toBe(true);
        expect(clean).not.toMatch(/[\p{Cc}--[\t\n]]/v);
        expect(cleanText(clean)).toBe(clean);
      }),
    );
  });
});

describe("cutting text to Excel's 32,767 characters", () => {
  it("keeps text that just fits", () => {
    expect(cutToExcel("x".repeat(excelCellLimit))).toHaveLength(excelCellLimit);
  });

  it("ends longer text with a mark", () => {
    const cut = cutToExcel("x".repeat(excelCellLimit + 1));
    expect(cut).toHaveLength(excelCellLimit);
    expect(cut.endsWith(`x${cutMark}`)).toBe(true);
  });

  it("never splits an emoji", () => {
    for (const lead of ["", "x"]) {
      const cut = cutToExcel(lead + "👍".repeat(excelCellLimit));
      expect(cut.isWellFormed()).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(excelCellLimit);
    }
  });
});
