import { defineActions } from "#src/ui/action/action.ts";
import { makeBadge, removePin, setPin } from "./hand-over.contract.ts";

/** What staff do with their PIN and their badge. */
export const scanningActions = defineActions({
  setPin: { calls: [setPin] },
  removePin: { calls: [removePin] },
  makeBadge: { calls: [makeBadge] },
});
