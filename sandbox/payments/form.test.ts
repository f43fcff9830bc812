import { describe, expect, it } from "vitest";
import { decodeForm } from "./form.ts";

describe("the nested form encoding", () => {
  it("decodes nested fields, lists with and without indexes, and text in any language", () => {
    expect(decodeForm("a=1&m[k]=v&m[%E6%B5%B7]=%E6%B4%8B&l[1]=b&l[0]=a&e[]=x&e[]=y&i[0][price]=p&i[0][quantity]=1")).toEqual({
      a: "1",
      m: { k: "v", 海: "洋" },
      l: ["a", "b"],
      e: ["x", "y"],
      i: [{ price: "p", quantity: "1" }],
    });
  });

  it("refuses unbalanced brackets and nesting that is too deep", () => {
    for (const text of ["a[=1", "a]=1", "[a]=1", "a[b]c=1", `a${"[b]".repeat(9)}=1`]) expect(decodeForm(text)).toBeNull();
  });

  it("allows no name to pollute a prototype", () => {
    const decoded = decodeForm("__proto__[admin]=1&constructor[prototype][admin]=1");
    expect(Object.keys(decoded ?? {})).toEqual(["__proto__", "constructor"]);
    expect(Reflect.get({}, "admin")).toBeUndefined();
  });
});
