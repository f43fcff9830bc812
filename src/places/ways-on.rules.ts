import type { Area } from "#src/api/actors.ts";

/** A way on from a page that is not there; `text` is the end of its text's key. */
export interface WayOn {
  readonly href: string;
  readonly text: "homeOfSupplier" | "homeOfRetailer" | "loginOfSupplier" | "loginOfRetailer" | "mainPage";
}

/**
 * The ways on from a page that is not there.
 * @param signedIn areas in which somebody is signed in: their homes go first
 * @param hasAreas whether the areas exist at all: on the home page they do not
 */
export function waysOn({ signedIn, hasAreas }: { signedIn: readonly Area[]; hasAreas: boolean }): WayOn[] {
  if (!hasAreas) return [{ href: "/", text: "mainPage" }];
  const homes: WayOn[] = signedIn.map((area) =>
    area === "p" ? { href: "/p/home", text: "homeOfSupplier" } : { href: "/ds/home", text: "homeOfRetailer" },
  );
  if (homes.length > 0) return homes;
  return [
    { href: "/ds/login", text: "loginOfRetailer" },
    { href: "/p/login", text: "loginOfSupplier" },
  ];
}
