import { expect, test } from "vitest";
import { getDeviceName } from "./device-name.rules.ts";

const chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

test("a device is named after its browser and its operating system", () => {
  expect(getDeviceName(chrome)).toBe("Chrome, Windows");
  expect(getDeviceName(`${chrome} Edg/140.0.0.0`)).toBe("Edge, Windows");
  expect(getDeviceName("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0")).toBe("Firefox, macOS");
  expect(getDeviceName("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")).toBe("Firefox, Linux");
});

test("an unknown browser is named after the extension, and never left without a name", () => {
  expect(getDeviceName("")).toBe("Quayside Collector");
});
