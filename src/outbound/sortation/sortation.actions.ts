import { defineActions } from "#src/kit/ui/action/action.ts";
import { printLocationLabels } from "#src/warehouse/warehouses/locations.contract.ts";
import { assignTote, createWall, removeTote, sortPiece, undoSort, updateWall } from "./sortation.contract.ts";

/** What can be done with sort walls. A scan is input rather than a button, and a refusal is answered in place. */
export const sortationActions = defineActions({
  create: { calls: [createWall] },
  edit: { calls: [updateWall] },
  labels: { calls: [printLocationLabels] },
  assign: { calls: [assignTote, removeTote] },
  sort: { calls: [sortPiece, undoSort] },
});
