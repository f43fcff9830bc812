import type { DateForm } from "./listings.ts";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A day in words, in UTC: "Jun 12, 2022", or "12 Jun, 2022" with the day first. `seconds` since 1970. */
export function dayInWords(seconds: number, form: DateForm): string {
  const date = new Date(seconds * 1000);
  const month = months[date.getUTCMonth()] ?? "";
  const [day, year] = [date.getUTCDate(), date.getUTCFullYear()];
  return form === "dayFirst" ? `${day} ${month}, ${year}` : `${month} ${day}, ${year}`;
}

/** `reviewDate` as the listing writes it: words, an ISO 8601 instant with its offset, or seconds since 1970. */
export function wireDate(seconds: number, form: DateForm): string | number {
  if (form === "epochSeconds") return seconds;
  if (form === "iso") return new Date(seconds * 1000).toISOString().replace(".000Z", "+00:00");
  return dayInWords(seconds, form);
}

/** YYYY-MM-DD, in UTC. */
export function isoDay(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
