import type { OutputOf } from "#src/kit/api/define-call.ts";
import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import type { myProviders } from "./providers.contract.ts";
import { joinProvider, switchProvider } from "./providers.contract.ts";

type OwnProvider = OutputOf<typeof myProviders>["result"][number];

/** A retailer's actions on its suppliers. */
export const providersActions = defineActions({
  join: { calls: [joinProvider, switchProvider] },
  switch: {
    calls: [switchProvider],
    check: ({ is_blocked }: Pick<OwnProvider, "is_blocked">): Obstacle | null =>
      is_blocked ? { code: "customers.blocked", reason: { key: "navigation.shell.supplier.blocked" } } : null,
  },
});
