import type { RefusalName } from "#src/api/codes.ts";

const label = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const hostShape = new RegExp(`^(${label}(\\.${label})*)(:\\d{1,5})?$`);

/** A host as a browser sends it: lower case, a port only where it is not the scheme's own. */
export function hostRefusal(host: string): RefusalName | null {
  const shape = hostShape.exec(host);
  const port = Number(/:(\d+)$/.exec(host)?.[1] ?? 1);
  return shape !== null && port >= 1 && port <= 65_535 ? null : "sites.hostShape";
}

/** The Host header as it is compared: lower case, without a trailing dot and without the scheme's own port. */
export function comparableHost(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/:(80|443)$/, "")
    .replace(/\.(?=$|:)/, "");
}
