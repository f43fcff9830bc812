import type { Area } from "#src/kit/api/roles-and-permissions.ts";

/** A link on the not-found page; `text` is the suffix of its text key. */
export interface ExitLink {
  readonly href: string;
  readonly text: "homeOfSupplier" | "homeOfRetailer" | "loginOfSupplier" | "loginOfRetailer" | "mainPage";
}

/**
 * Returns the links of the not-found page.
 * @param signedIn areas with a signed-in user, whose homes come first
 * @param hasAreas whether the areas exist at all: not on the home page
 */
export function getExitLinks({ signedIn, hasAreas }: { signedIn: readonly Area[]; hasAreas: boolean }): ExitLink[] {
  if (!hasAreas) return [{ href: "/", text: "mainPage" }];
  const homes: ExitLink[] = signedIn.map((area) =>
    area === "p" ? { href: "/p/home", text: "homeOfSupplier" } : { href: "/ds/home", text: "homeOfRetailer" },
  );
  if (homes.length > 0) return homes;
  return [
    { href: "/ds/login", text: "loginOfRetailer" },
    { href: "/p/login", text: "loginOfSupplier" },
  ];
}
