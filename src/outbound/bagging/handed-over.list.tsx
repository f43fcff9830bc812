import { formatInstantBriefly } from "#src/kit/lib/formats.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { baggingActions } from "./bagging.actions.ts";
import { toKilograms } from "./bag-lists.tsx";
import { listManifests } from "./manifests.contract.ts";
import { saveManifest } from "./print-bags.calls.ts";

/** Manifests that were handed over, the newest first. */
export const handedOverList = defineList({
  name: "bagging.handed-over",
  call: listManifests,
  input: { status: "handed_over" },
  title: "bagging.tabs.handed_over",
  rowKey: ({ manifest_uuid }) => manifest_uuid,
  cardTitle: "manifest",
  secondLine: ["carrier", "time"],
  columns: [
    { id: "manifest", title: "bagging.column.manifest", text: ({ manifest_number }) => manifest_number },
    { id: "carrier", title: "bagging.column.carrier", text: ({ carrier_name }) => carrier_name },
    { id: "bags", title: "bagging.column.bags", align: "end", text: ({ bag_count }) => String(bag_count) },
    { id: "parcels", title: "bagging.column.parcels", align: "end", text: ({ parcel_count }) => String(parcel_count) },
    {
      id: "weight",
      title: "bagging.column.weight",
      align: "end",
      text: ({ weight_grams }, { t, locale }) => toKilograms(t, weight_grams, locale),
    },
    { id: "person", title: "bagging.column.person", text: ({ carrier_person }) => carrier_person },
    { id: "time", title: "bagging.column.time", text: ({ handed_over_at }, { locale }) => formatInstantBriefly(handed_over_at, locale) },
  ],
  filters: [],
  actions: [
    {
      id: "print",
      label: "bagging.action.print",
      needs: "one",
      rule: baggingActions.printManifest,
      perform: async ({ rows: [manifest], caller }) => {
        if (manifest !== undefined) await saveManifest(caller, manifest);
      },
    },
  ],
  empty: { text: "bagging.empty.handedOver" },
});
