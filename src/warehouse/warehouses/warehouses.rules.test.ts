import { expect, test } from "vitest";
import { getTimeZoneRefusal } from "./warehouses.rules.ts";

test("a time zone is an unambiguous name, not an offset or an abbreviation", () => {
  for (const name of ["UTC", "GMT", "Japan", "Asia/Shanghai", "America/Los_Angeles", "Etc/GMT+8"])
    expect(getTimeZoneRefusal(name)).toBeNull();
  for (const word of ["IST", "bst", "EST", "+08:00", "-0700", "Mars/Olympus", "", " UTC"])
    expect(getTimeZoneRefusal(word)).toBe("warehouses.timeZoneUnknown");
});
