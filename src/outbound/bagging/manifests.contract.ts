import { z } from "zod";
import { blob, defineCall } from "#src/kit/api/define-call.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { storedName } from "#src/kit/files/files.contract.ts";
import { baggingPermission, bagParcel, bagRow, printLanguage } from "./bagging.contract.ts";
import { manifestStatuses, mostBags } from "./bagging.rules.ts";

const roles = ["provider", "operator"] as const;
const permission = baggingPermission;

/** A manifest in a list. Times are ISO 8601, empty if unset. */
const manifestRow = z.object({
  manifest_uuid: z.uuid(),
  manifest_number: z.string(),
  status: z.enum(manifestStatuses),
  warehouse_uuid: z.uuid(),
  warehouse_name: z.string(),
  carrier_account_uuid: z.uuid().nullable(),
  /** the account's, or the channel's if there is none */
  carrier_name: z.string(),
  /** a day: `2026-11-28` */
  ship_date: z.string(),
  bag_count: z.int(),
  parcel_count: z.int(),
  /** of its bags together */
  weight_grams: z.int(),
  made_at: z.string(),
  /** who took the bags for the carrier; empty before */
  carrier_person: z.string(),
  handed_over_at: z.string(),
});
export type ManifestRow = z.infer<typeof manifestRow>;

const manifest = manifestRow.extend({
  bags: z.array(bagRow),
  /** the parcels that keep a made manifest from being handed over, 100 at most */
  blocked: z.array(bagParcel),
  /** the typed signature; empty if it was drawn */
  signed_name: z.string(),
  /** file name of the drawn signature; empty without one */
  signature: z.string(),
});
export type Manifest = z.infer<typeof manifest>;

export const listManifests = defineCall({
  name: "bagging.list-manifests",
  method: "GET",
  path: "/api/bagging/list-manifests",
  summary: "Lists manifests, newest first.",
  roles,
  permission,
  input: z.strictObject({ ...listInput, status: z.enum(manifestStatuses).optional(), warehouse_uuid: z.uuid().optional() }),
  output: listOutput(manifestRow),
  codes: [],
});

export const getManifest = defineCall({
  name: "bagging.get-manifest",
  method: "GET",
  path: "/api/bagging/get-manifest",
  summary: "Returns a manifest with its bags.",
  roles,
  permission,
  input: z.strictObject({ manifest_uuid: z.uuid() }),
  output: manifest,
  codes: ["notFound"],
});

export const makeManifest = defineCall({
  name: "bagging.make-manifest",
  method: "POST",
  path: "/api/bagging/make-manifest",
  summary: "Creates a manifest of sealed bags, which have one carrier account, warehouse and day; without an account, one channel.",
  roles,
  permission,
  input: z.strictObject({ bag_uuids: z.array(z.uuid()).min(1).max(mostBags) }),
  output: manifest,
  codes: ["notFound", "bagging.bagNotSealed", "bagging.mixedBags", "bagging.tooLate", "bagging.manifestFull"],
});

export const dissolveManifest = defineCall({
  name: "bagging.dissolve-manifest",
  method: "POST",
  path: "/api/bagging/dissolve-manifest",
  summary: "Dissolves a manifest that was not handed over: it is cancelled, and its bags are sealed as before, for another one.",
  roles: ["provider"],
  input: z.strictObject({ manifest_uuid: z.uuid() }),
  output: manifest,
  codes: ["notFound", "bagging.manifestDone", "bagging.nothingToHandOver"],
});

export const printManifest = defineCall({
  name: "bagging.print-manifest",
  method: "GET",
  path: "/api/bagging/print-manifest",
  summary: "Returns a manifest as a PDF: its bags with their parcels and weights, totals, and a place for the signature.",
  roles,
  permission,
  input: z.strictObject({ manifest_uuid: z.uuid(), ...printLanguage }),
  output: blob,
  codes: ["notFound"],
});

export const handOverManifest = defineCall({
  name: "bagging.hand-over",
  method: "POST",
  path: "/api/bagging/hand-over",
  summary:
    "Hands the bags of a manifest over to the carrier: their parcels leave the stock. An order is partly fulfilled from its first parcel on, and shipped with its last.",
  roles,
  permission,
  input: z.strictObject({
    manifest_uuid: z.uuid(),
    /** who takes the bags */
    carrier_person: z.string().trim().min(1).max(100),
    /** the typed signature; may be empty if there is a drawn one */
    signed_name: z.string().trim().max(100).default(""),
    /** an uploaded image of the drawn signature */
    signature: storedName.nullable().default(null),
  }),
  output: manifest,
  codes: [
    "notFound",
    "bagging.manifestDone",
    "bagging.tooLate",
    "bagging.nothingToHandOver",
    "bagging.parcelHeld",
    "bagging.noWaybill",
    "bagging.signatureMissing",
  ],
});
