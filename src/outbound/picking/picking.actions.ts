import { defineActions } from "#src/kit/ui/action/action.ts";
import {
  claimNextTask,
  claimTask,
  leavePickTask,
  pickLines,
  reportShortPick,
  returnToShelf,
  skipPickLines,
  startPickTask,
} from "./picking.contract.ts";

/** What can be done on a hand-held. A scan is input rather than a button, and a refusal is answered in place. */
export const pickingActions = defineActions({
  claim: { calls: [claimNextTask, claimTask, leavePickTask] },
  pick: { calls: [startPickTask, pickLines, reportShortPick, skipPickLines] },
  returnToShelf: { calls: [returnToShelf] },
});
