import { utils, write } from "xlsx";
import { expect, test } from "vitest";
import { readNumberFile } from "./read-number-file.ts";

test("a number of more than the 15 digits that a spreadsheet keeps is read as rounded, and a text as it is", async () => {
  const sheet = utils.aoa_to_sheet([[1, 123_456_789_012_345, 1_234_567_890_123_450, " 1234567890123456 "]]);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, "Numbers");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- SheetJS declares no type for what it writes
  const bytes = write(book, { type: "array", bookType: "xlsx" }) as ArrayBuffer;
  expect(await readNumberFile(new File([bytes], "numbers.xlsx"))).toEqual([["1", "123456789012345", "1.23457e+15", "1234567890123456"]]);
});
