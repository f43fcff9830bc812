import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import { platformUuid } from "#server/platform/db/row-security.ts";
import type { Acting } from "#server/platform/db/row-security.ts";

/** Somebody with a row in each table that can have one of theirs (`fill.ts`). */
export interface Inhabitant {
  readonly name: string;
  /** null: an anonymous request */
  readonly kind: Role | null;
  readonly providerUuid: string | null;
  readonly retailerUuid: string | null;
  readonly userUuid: string;
}

const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const [alpha, beta, closed] = [uuid(1), uuid(2), uuid(3)];
const [one, two, three, shared] = [uuid(11), uuid(12), uuid(13), uuid(14)];

function someone(
  name: string,
  kind: Role,
  userUuid: string,
  providerUuid: string | null = null,
  retailerUuid: string | null = null,
): Inhabitant {
  return { name, kind, providerUuid, retailerUuid, userUuid };
}

/**
 * Three suppliers, of whom `closed` accepts no new retailers; `one` and `two` are retailers of `alpha`, `three` of `beta`; `shared` works with both
 * and is listed twice, once under each.
 */
export const inhabitants = {
  alphaProvider: someone("alphaProvider", "provider", uuid(101), alpha),
  alphaOperator: someone("alphaOperator", "operator", uuid(102), alpha),
  one: someone("one", "dropShipper", uuid(103), alpha, one),
  two: someone("two", "dropShipper", uuid(104), alpha, two),
  sharedUnderAlpha: someone("sharedUnderAlpha", "dropShipper", uuid(105), alpha, shared),
  sharedUnderBeta: someone("sharedUnderBeta", "dropShipper", uuid(105), beta, shared),
  betaProvider: someone("betaProvider", "provider", uuid(106), beta),
  betaOperator: someone("betaOperator", "operator", uuid(107), beta),
  three: someone("three", "dropShipper", uuid(108), beta, three),
  closedProvider: someone("closedProvider", "provider", uuid(109), closed),
  customer: someone("customer", "customer", uuid(110)),
  otherCustomer: someone("otherCustomer", "customer", uuid(111)),
  siteAdmin: someone("siteAdmin", "siteAdmin", uuid(112)),
  nobody: { name: "nobody", kind: null, providerUuid: null, retailerUuid: null, userUuid: platformUuid },
} as const satisfies Record<string, Inhabitant>;

/** Returns their transactions' identity. */
export function actingOf({ kind, providerUuid, retailerUuid, userUuid }: Inhabitant): Acting {
  return kind === null ? { kind: "anonymous" } : { kind, providerUuid, retailerUuid, userUuid };
}
