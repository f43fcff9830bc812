/** Minutes east of UTC of "+8", "+08:00", "UTC+08:00" or "GMT+8"; carriers that name none mean China. */
function parseOffset(zone: string): number {
  const [, sign, hours, minutes = "0"] = /([+-])(\d{1,2})(?::?(\d{2}))?\s*$/.exec(zone) ?? [];
  if (hours === undefined) return /^(utc|gmt|z)$/i.test(zone.trim()) ? 0 : 480;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Parses a local time like `2023-03-10 14:30:00` of a time zone; null if it is none. */
export function parseLocalTime(text: string, zone: string): Date | null {
  const [, year, month, day, hour = "0", minute = "0", second = "0"] =
    /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?/.exec(text) ?? [];
  if (year === undefined) return null;
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const instant = new Date(local - parseOffset(zone) * 60_000);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
