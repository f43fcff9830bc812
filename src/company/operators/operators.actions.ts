import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import { revokePin } from "#src/company/shared-device/shared-device.contract.ts";
import type { Operator } from "./operators.contract.ts";
import { inviteOperator, setOperatorsBlocked, setPermissions } from "./operators.contract.ts";

type Stated = Pick<Operator, "status">;

const unchanged: Obstacle = { code: null, isHidden: true };

/** A supplier's actions on its operators. */
export const operatorsActions = defineActions({
  invite: { calls: [inviteOperator] },
  rights: { calls: [setPermissions] },
  inviteAgain: {
    calls: [inviteOperator],
    check: ({ status }: Stated): Obstacle | null => (status === "invited" ? null : { code: "operators.alreadyThere", isHidden: true }),
  },
  block: { calls: [setOperatorsBlocked], check: ({ status }: Stated) => (status === "blocked" ? unchanged : null) },
  letIn: { calls: [setOperatorsBlocked], check: ({ status }: Stated) => (status === "blocked" ? null : unchanged) },
  // An operator who was only invited has no PIN.
  takePin: { calls: [revokePin], check: ({ status }: Stated) => (status === "invited" ? unchanged : null) },
});
