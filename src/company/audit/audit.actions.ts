import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import { exportAuditLog, retrieveAuditLog } from "./audit.contract.ts";
import type { AuditEntry } from "./audit.contract.ts";

const unknownPerson: Obstacle = { code: null, isHidden: true };

/** Actions on the audit log. */
export const auditActions = defineActions({
  export: { calls: [exportAuditLog] },
  ofPerson: {
    calls: [retrieveAuditLog],
    check: ({ user_uuid }: Pick<AuditEntry, "user_uuid">) => (user_uuid === "" ? unknownPerson : null),
  },
});
