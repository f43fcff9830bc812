import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { ownExtensionId, ownExtensionKey } from "./extension-id.rules.ts";

test("the extension's id is the one that Chrome derives from its key", () => {
  const hash = createHash("sha256").update(Buffer.from(ownExtensionKey, "base64")).digest("hex").slice(0, 32);
  const id = Array.from(hash, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join("");
  expect(ownExtensionId).toBe(id);
});
