import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { opaqueName, readOpaqueName, savedName } from "./file-names.rules.ts";

const fileUuid = "01980000-0000-7000-8000-0000000000aa";

describe("an opaque name", () => {
  test("is a uuid and an extension, and can be parsed back", () => {
    expect(readOpaqueName(opaqueName({ fileUuid, extension: "pdf" }))).toEqual({ fileUuid, extension: "pdf" });
  });

  test.each([
    "",
    fileUuid,
    `${fileUuid}.exe`,
    `${fileUuid}.pdf `,
    `${fileUuid}.PDF`,
    `../${fileUuid}.pdf`,
    `a/${fileUuid}.pdf`,
    `${fileUuid}.pdf/..`,
    `..\\${fileUuid}.pdf`,
    `%2e%2e%2f${fileUuid}.pdf`,
    `${fileUuid}.pdf\0.png`,
    `${fileUuid}.pdf\n`,
    "/etc/passwd",
  ])("%j is not one", (filename) => {
    expect(readOpaqueName(filename)).toBeNull();
  });
});

describe("the name that a file is saved under", () => {
  test.each([
    [["Waybill", "a1.pdf"], "Waybill-a1.pdf"],
    [["", "report.PDF"], "report.pdf"],
    [["setup.exe"], "setup.exe.pdf"],
    [["面单 7"], "面单 7.pdf"],
    [["../../etc/passwd"], "_.._etc_passwd.pdf"],
    [["..", "."], "file.pdf"],
    [[""], "file.pdf"],
    [["invoice\u202Egpj.pdf"], "invoice_gpj.pdf"],
    [["a\r\nSet-Cookie: b"], "a_Set-Cookie_ b.pdf"],
    [["CON"], "_CON.pdf"],
    [["half \ud83d pair"], "half \ufffd pair.pdf"],
  ])("for %j is %j", (parts, name) => {
    expect(savedName(parts, "pdf")).toBe(name);
  });

  test("is short and names no folder, whatever was requested", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary", maxLength: 300 }), { maxLength: 2 }), (parts) => {
        expect(savedName(parts, "pdf")).toMatch(/^(?!\.)[^/\\:*?"<>|\p{Cc}\p{Cs}]{1,202}\.pdf$/u);
      }),
    );
  });
});
