import { expect, test } from "vitest";
import { getServerPage } from "./server-origin.ts";

test.each([
  ["/esty-support", "en_us", "/esty-support?lang=en_us"],
  ["/esty-support", "zh_cn", "/esty-support?lang=zh_cn"],
  ["/esty-support?lang=zh_cn", "zh_cn", "/esty-support?lang=zh_cn"],
  ["/esty-support?from=plan", "en_us", "/esty-support?from=plan&lang=en_us"],
] as const)("%s of the server opens in the extension's language, %s, whatever the server's cookie says", (path, language, address) => {
  expect(getServerPage(path, language)).toBe(address);
});
