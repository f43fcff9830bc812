import { expect, test } from "vitest";
import { unpackWoff } from "./woff.ts";

/** A WOFF file of one table that is stored as it is. */
function woffOf(tag: string, table: Buffer): Buffer {
  const head = Buffer.alloc(64);
  head.write("wOFF", 0, "latin1");
  head.writeUInt32BE(0x00_01_00_00, 4);
  head.writeUInt16BE(1, 12);
  head.write(tag, 44, "latin1");
  head.writeUInt32BE(64, 48);
  head.writeUInt32BE(table.length, 52);
  head.writeUInt32BE(table.length, 56);
  head.writeUInt32BE(0x12_34_56_78, 60);
  return Buffer.concat([head, table]);
}

test("a table of a WOFF file is placed in the font where its directory says", () => {
  const font = unpackWoff(woffOf("glyf", Buffer.from("outline")));
  expect(font.toString("latin1", 12, 16)).toBe("glyf");
  expect(font.readUInt32BE(16)).toBe(0x12_34_56_78);
  const at = font.readUInt32BE(20);
  expect(font.toString("latin1", at, at + font.readUInt32BE(24))).toBe("outline");
  expect(font).toHaveLength(36);
});

test("a file that is not a WOFF file is rejected", () => {
  expect(() => unpackWoff(Buffer.from("wOF2 and more than forty-four bytes of something"))).toThrow(RangeError);
  expect(() => unpackWoff(Buffer.alloc(3))).toThrow(RangeError);
});
