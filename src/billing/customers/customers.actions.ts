import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import type { Customer } from "./customers.contract.ts";
import { customerLogin, setCustomersBlocked } from "./customers.contract.ts";

type Stated = Pick<Customer, "is_blocked">;

const unchanged: Obstacle = { code: null, isHidden: true };

/** A supplier's actions on its retailers. */
export const customersActions = defineActions({
  support: {
    calls: [customerLogin],
    check: ({ is_blocked }: Stated): Obstacle | null => (is_blocked ? { code: "customers.blocked" } : null),
  },
  block: { calls: [setCustomersBlocked], check: ({ is_blocked }: Stated) => (is_blocked ? unchanged : null) },
  letIn: { calls: [setCustomersBlocked], check: ({ is_blocked }: Stated) => (is_blocked ? null : unchanged) },
});
