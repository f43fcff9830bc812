import { describe, expect, test } from "vitest";
import { checkFiles } from "./chosen-images.ts";
import { maxImageBytes } from "./files.rules.ts";

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const image = (name: string, byteSize = 100) => new File([png, new Uint8Array(byteSize - png.length)], name);

describe("chosen files", () => {
  test("are accepted by their content, not by their name", async () => {
    const { taken, refused } = await checkFiles([image("front.txt"), new File(["<svg/>"], "back.png")], 9);
    expect(taken.map(({ file, type }) => [file.name, type])).toEqual([["front.txt", "image/png"]]);
    expect(refused).toEqual([{ name: "back.png", reason: "files.notAnImage" }]);
  });

  test("are refused one by one: a large file does not affect the others", async () => {
    const { taken, refused } = await checkFiles([image("a.png", maxImageBytes), image("b.png", maxImageBytes + 1)], 9);
    expect(taken.map(({ file }) => file.name)).toEqual(["a.png"]);
    expect(refused).toEqual([{ name: "b.png", reason: "files.imageTooLarge" }]);
  });

  test("are accepted as long as there is room", async () => {
    const { taken, refused } = await checkFiles([image("a.png"), new File([], "empty.png"), image("b.png"), image("c.png")], 2);
    expect(taken.map(({ file }) => file.name)).toEqual(["a.png", "b.png"]);
    expect(refused).toEqual([
      { name: "empty.png", reason: "files.notAnImage" },
      { name: "c.png", reason: "files.tooManyImages" },
    ]);
  });
});
