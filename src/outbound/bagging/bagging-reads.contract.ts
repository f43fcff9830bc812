import { findToBag, getBag, listBagChannels, queryBaggedElements } from "./bagging.contract.ts";
import { getManifest, listManifests } from "./manifests.contract.ts";

/** The calls that read bags and manifests: refreshed together after a change. */
export const baggingReads = [listBagChannels, findToBag, getBag, queryBaggedElements, listManifests, getManifest] as const;
