import { uploadImages } from "#src/kit/files/files.contract.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import { openBag, printBaggedList, printBagTags, putIntoBag, sealBag, takeOutOfBag, unsealBag } from "./bagging.contract.ts";
import { dissolveManifest, handOverManifest, makeManifest, printManifest } from "./manifests.contract.ts";

/** What can be done when bagging. A scan is input rather than a button, and a refusal is answered in place. */
export const baggingActions = defineActions({
  open: { calls: [openBag] },
  put: { calls: [putIntoBag, takeOutOfBag] },
  seal: { calls: [sealBag] },
  unseal: { calls: [unsealBag] },
  tags: { calls: [printBagTags] },
  list: { calls: [printBaggedList] },
  makeManifest: { calls: [makeManifest] },
  dissolve: { calls: [dissolveManifest] },
  printManifest: { calls: [printManifest] },
  // A drawn signature is uploaded first.
  handOver: { calls: [handOverManifest, uploadImages] },
});
