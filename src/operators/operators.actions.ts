import type { Obstacle } from "#src/ui/action/action.ts";
import { defineActions } from "#src/ui/action/action.ts";
import { revokePin } from "#src/scanning/hand-over.contract.ts";
import type { Operator } from "./operators.contract.ts";
import { inviteOperator, setOperatorsBlocked, setPermissions } from "./operators.contract.ts";

type Stated = Pick<Operator, "status">;

const unchanged: Obstacle = { code: null, isHidden: true };

/** What a supplier can do with its operators. */
export const operatorsActions = defineActions({
  invite: { calls: [inviteOperator] },
  rights: { calls: [setPermissions] },
  inviteAgain: {
    calls: [inviteOperator],
    check: ({ status }: Stated): Obstacle | null => (status === "invited" ? null : { code: "operators.alreadyThere", isHidden: true }),
  },
  block: { calls: [setOperatorsBlocked], check: ({ status }: Stated) => (status === "blocked" ? unchanged : null) },
  letIn: { calls: [setOperatorsBlocked], check: ({ status }: Stated) => (status === "blocked" ? null : unchanged) },
  // Whoever was only invited has set none.
  takePin: { calls: [revokePin], check: ({ status }: Stated) => (status === "invited" ? unchanged : null) },
});
