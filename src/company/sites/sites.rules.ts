import type { RefusalName } from "#src/kit/api/codes.ts";

const label = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const hostShape = new RegExp(`^(${label}(\\.${label})*)(:\\d{1,5})?$`);

/** Validates a host as browsers send it: lower case, with a port only if it is not the scheme's default. */
export function getHostRefusal(host: string): RefusalName | null {
  const shape = hostShape.exec(host);
  const port = Number(/:(\d+)$/.exec(host)?.[1] ?? 1);
  return shape !== null && port >= 1 && port <= 65_535 ? null : "sites.hostShape";
}

/** Normalizes a Host header for comparison: lower case, without a trailing dot and without the scheme's default port. */
export function toComparableHost(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/:(80|443)$/, "")
    .replace(/\.(?=$|:)/, "");
}
