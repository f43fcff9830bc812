import { defineActions } from "#src/kit/ui/action/action.ts";
import { createBox, printBoxLabels, updateBox } from "./boxes.contract.ts";
import { packOrder, printParcelLabels, reopenPacking, reportDamaged, reportWeight, weighParcel, weighParcels } from "./packing.contract.ts";

/** What can be done when packing and weighing. A scan is input rather than a button, and a refusal is answered in place. */
export const packingActions = defineActions({
  pack: { calls: [packOrder, reopenPacking] },
  label: { calls: [printParcelLabels] },
  weigh: { calls: [weighParcel, weighParcels] },
  report: { calls: [reportDamaged, reportWeight] },
  createBox: { calls: [createBox] },
  editBox: { calls: [updateBox] },
  labelBoxes: { calls: [printBoxLabels] },
});
