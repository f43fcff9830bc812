import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { implementations } from "#server/calls.ts";
import { codes } from "#src/kit/api/codes.ts";
import { openApiDocument } from "./openapi.ts";
import { listAddresses } from "./register-calls.ts";

const calls = implementations.map(({ call }) => call);
const document = openApiDocument(calls) as {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, { description: string } | { $ref: string }> }>>;
  components: { responses: Record<string, { description: string }> };
};

describe("the API document", () => {
  test("is valid OpenAPI 3.1 by the published schema", async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  test("lists each call at each of its addresses, and no others", () => {
    const wanted = calls.flatMap((call) => listAddresses(call).map((url) => `${call.method.toLowerCase()} ${url}`));
    const found = Object.entries(document.paths).flatMap(([url, methods]) => Object.keys(methods).map((method) => `${method} ${url}`));
    expect(found.toSorted()).toEqual(wanted.toSorted());
  });

  test("has a unique name, and unique addresses and methods, for each call", () => {
    expect(new Set(calls.map((call) => call.name)).size).toBe(calls.length);
    const addresses = calls.flatMap((call) => listAddresses(call).map((url) => `${call.method} ${url}`));
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test("lists each call's refusals with their codes", () => {
    for (const call of calls) {
      const operation = document.paths[listAddresses(call)[0] ?? ""]?.[call.method.toLowerCase()];
      const told = Object.values(operation?.responses ?? {})
        .map((response) => ("$ref" in response ? document.components.responses[response.$ref.split("/").at(-1) ?? ""] : response))
        .map((response) => response?.description)
        .join("\n");
      for (const name of call.codes) expect(told, `${call.name} ${name}`).toContain(`${codes[name].code} ${codes[name].en_us}`);
    }
  });
});

describe("the code table", () => {
  test("has unique codes, of which only success means success", () => {
    const numbers = Object.values(codes).map(({ code }) => code);
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const [name, { code }] of Object.entries(codes))
      expect(name === "success" ? code === 200 : code !== 200 && code % 1000 !== 0, name).toBe(true);
  });

  test("has a text for each code in both languages, with Chinese characters in the Chinese one", () => {
    for (const [name, { en_us, zh_cn }] of Object.entries(codes)) {
      expect(en_us.trim(), name).not.toBe("");
      expect(zh_cn, name).toMatch(/[\u4e00-\u9fff]/);
    }
  });
});
