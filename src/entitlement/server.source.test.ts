import { expect, test } from "vitest";
import { pageOfServer } from "./server.source.ts";

test.each([
  ["/esty-support", "en_us", "/esty-support?lang=en_us"],
  ["/esty-support", "zh_cn", "/esty-support?lang=zh_cn"],
  ["/esty-support?lang=zh_cn", "zh_cn", "/esty-support?lang=zh_cn"],
  ["/esty-support?from=plan", "en_us", "/esty-support?from=plan&lang=en_us"],
] as const)("%s of the server is opened in the language of the extension, %s, whatever its cookie says", (path, language, address) => {
  expect(pageOfServer(path, language)).toBe(address);
});
