import { z } from "zod";
import { defineSavedWork } from "#src/warehouse/scanning/saved-work.storage.ts";
import { draftBox } from "./box-builder.rules.ts";

/** The boxes of an order that is not packed yet, by person and order: enough to go on after a reload. */
export const savedBoxes = defineSavedWork("packing.boxes", z.array(draftBox));
