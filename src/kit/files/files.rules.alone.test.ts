import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ImageChoice } from "./files.rules.ts";
import {
  checkImages,
  getPrintFileLink,
  imageHeadBytes,
  detectImageType,
  imageTypes,
  maxImageBytes,
  maxImagesPerField,
  printFileRequest,
} from "./files.rules.ts";

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe1, 0, 0, 0, 0);
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("image types", () => {
  test.each([
    ["a PNG", png, "image/png"],
    ["a JPEG", jpeg, "image/jpeg"],
    ["an old GIF", ascii("GIF87a.."), "image/gif"],
    ["a GIF", ascii("GIF89a.."), "image/gif"],
    ["an SVG", ascii('<svg xmlns="http://www.w3.org/2000/svg"/>'), null],
    ["a page", ascii("<!doctype html>"), null],
    ["a WebP", ascii("RIFF\0\0\0\0WEBP"), null],
    ["a bitmap", ascii("BM......"), null],
    ["a GIF of no version", ascii("GIF90a.."), null],
    ["a PNG whose line ends were turned", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0a, 0x1a, 0x0a, 0), null],
    ["half a signature", png.subarray(0, 7), null],
    ["an image after something else", Uint8Array.of(0, ...png), null],
    ["nothing", new Uint8Array(0), null],
  ])("%s is detected by its first bytes", (_what, bytes, type) => {
    expect(detectImageType(bytes)).toBe(type);
    expect(detectImageType(bytes.subarray(0, imageHeadBytes))).toBe(type);
  });

  test("each type has its own extensions, none of them twice", () => {
    const extensions = imageTypes.flatMap((type) => [...type.extensions]);
    expect(new Set(extensions).size).toBe(extensions.length);
  });
});

describe("images for a field", () => {
  const some = (change: Partial<ImageChoice> = {}): ImageChoice => ({ name: "front.png", byteSize: 1000, head: png, ...change });

  test("up to nine of at most 5 MB each are accepted, whatever their names", () => {
    expect(checkImages([])).toBeNull();
    expect(checkImages([some({ name: "front.exe" })])).toBeNull();
    expect(checkImages(Array.from({ length: maxImagesPerField }, () => some({ byteSize: maxImageBytes })))).toBeNull();
  });

  test("a tenth, one that is a byte too large, or one that is not an image is refused", () => {
    expect(checkImages(Array.from({ length: 10 }, () => some()))).toBe("files.tooManyImages");
    expect(checkImages([some(), some({ byteSize: maxImageBytes + 1 })])).toBe("files.imageTooLarge");
    expect(checkImages([some(), some({ name: "a.png", head: ascii("<svg/>") })])).toBe("files.notAnImage");
    expect(checkImages([some({ head: new Uint8Array(0), byteSize: 0 })])).toBe("files.notAnImage");
  });
});

describe("a print-file link", () => {
  test.each([
    [
      "https://ship.example.com/api/print-file/?filename=a1.pdf&label=x",
      "Waybill",
      "/v1/api/print-file/?filename=a1.pdf&label=x",
      "Waybill-a1.pdf",
    ],
    [
      "http://10.0.0.7:8080/api/get-file/?x=1&filename=B%202.PDF#top",
      "A/B: 10",
      "/v1/api/get-file/?x=1&filename=B%202.PDF",
      "A_B_ 10-B 2.pdf",
    ],
    ["https://ship.example.com/v1/api/print-file/?filename=a1", "", "/v1/api/print-file/?filename=a1", "a1.pdf"],
    ["https://ship.example.com/v10/print", "面单", "/v1/v10/print", "面单.pdf"],
    ["https://ship.example.com", "", "/v1/", "document.pdf"],
    ["https://ship.example.com/a/../../b?filename=..%2F..%2Fetc", "L", "/v1/b?filename=..%2F..%2Fetc", "L-.._.._etc.pdf"],
    ["https://ship.example.com//other.example.com/x", "L", "/v1//other.example.com/x", "L.pdf"],
    ["https://ship.example.com/x?filename=invoice%E2%80%AEgpj.pdf", "L", "/v1/x?filename=invoice%E2%80%AEgpj.pdf", "L-invoice_gpj.pdf"],
  ])("%s, labelled %j, is requested under the prefix", (link, label, path, fileName) => {
    expect(printFileRequest(link, label)).toEqual({ path, fileName });
  });

  test.each([
    "",
    "/api/print-file/?filename=a",
    "print me",
    "https://",
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://a.example/x",
    "blob:https://a/x",
  ])("%j is not a web address and gives null", (link) => {
    expect(printFileRequest(link, "L")).toBeNull();
  });

  test("of a call leads back to that call, with any additions to its query", () => {
    const link = getPrintFileLink("https://ship.example.com", "/api/statements/get-file", { month: "2026-05", filename: "S-1/2.pdf" });
    expect(link).toBe("https://ship.example.com/v1/api/statements/get-file?month=2026-05&filename=S-1%2F2.pdf");
    expect(printFileRequest(link, "Statement", { language: "zh_cn", month: "2026-06" })).toEqual({
      path: "/v1/api/statements/get-file?month=2026-06&filename=S-1%2F2.pdf&language=zh_cn",
      fileName: "Statement-S-1_2.pdf",
    });
  });

  test("never throws, leaves the prefix or names a folder, whatever the link", () => {
    const links = fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true, withFragments: true }));
    fc.assert(
      fc.property(links, fc.string(), (link, label) => {
        const request = printFileRequest(link, label);
        expect(request?.path ?? "/v1/").toMatch(/^\/v1(\/|\?|$)/);
        expect(request?.fileName ?? "a.pdf").toMatch(/^[^/\\\p{Cc}]{1,201}\.pdf$/u);
      }),
    );
  });
});
