import { expect, it } from "vitest";
import { parseMailedLink } from "./mailed-link.rules.ts";

it.each([
  ["?token=abc-_9", { kind: "reset", token: "abc-_9" }],
  ["?token=0123456789012345678901234567890123456789012", { kind: "reset", token: "0123456789012345678901234567890123456789012" }],
  ["?invitation=xyz", { kind: "invitation", token: "xyz" }],
  ["?lang=zh_cn&invitation=xyz", { kind: "invitation", token: "xyz" }],
  ["?token=&invitation=", null],
  ["?username=retailer01", null],
  ["", null],
])("the link %j is parsed as %j", (query, link) => expect(parseMailedLink(query)).toEqual(link));
