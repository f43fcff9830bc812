import { expect, test } from "vitest";
import { timeZoneRefusal } from "./warehouses.rules.ts";

test("a time zone is a name that everybody reads the same way, no offset and no abbreviation", () => {
  for (const name of ["UTC", "GMT", "Japan", "Asia/Shanghai", "America/Los_Angeles", "Etc/GMT+8"]) expect(timeZoneRefusal(name)).toBeNull();
  for (const word of ["IST", "bst", "EST", "+08:00", "-0700", "Mars/Olympus", "", " UTC"])
    expect(timeZoneRefusal(word)).toBe("warehouses.timeZoneUnknown");
});
