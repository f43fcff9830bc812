import type { OutputOf } from "#src/api/define-call.ts";
import type { Obstacle } from "#src/ui/action/action.ts";
import { defineActions } from "#src/ui/action/action.ts";
import type { myProviders } from "./providers.contract.ts";
import { joinProvider, switchProvider } from "./providers.contract.ts";

type OwnProvider = OutputOf<typeof myProviders>["result"][number];

/** What a retailer does with its suppliers. */
export const providersActions = defineActions({
  join: { calls: [joinProvider, switchProvider] },
  switch: {
    calls: [switchProvider],
    check: ({ is_blocked }: Pick<OwnProvider, "is_blocked">): Obstacle | null =>
      is_blocked ? { code: "customers.blocked", reason: { key: "places.shell.supplier.blocked" } } : null,
  },
});
