import { formatCarrierWords } from "#src/carriers/carrier-accounts/own-words.rules.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { waybillProblemKinds } from "./waybills.rules.ts";
import type { WaybillProblemKind } from "./waybills.rules.ts";

/** Why a carrier was not asked, as the reason of an exception is stored: in English. Screens show it in the language of the page. */
const ownReasons = {
  cannotCollect: "The carrier cannot collect cash on delivery",
  mixedCurrencies: "The goods are declared in several currencies",
} as const satisfies Partial<Record<WaybillProblemKind, string>>;
const ownKinds = ["cannotCollect", "mixedCurrencies"] as const satisfies readonly (keyof typeof ownReasons)[];

/** Writes the reason of an exception about a parcel's waybill: our reason or the carrier's words, or the kind of the problem without any. */
export function writeLabelReason(
  parcelNumber: string,
  { kind, text }: { readonly kind: WaybillProblemKind; readonly text: string },
): string {
  const own = ownKinds.find((one) => one === kind);
  const why = [own === undefined ? "" : ownReasons[own], text].filter((part) => part !== "").join(": ");
  return `${parcelNumber}: ${why === "" ? kind : why}`.slice(0, 500);
}

function formatWhy(why: string, t: Translate): string {
  const kind = waybillProblemKinds.find((one) => one === why);
  if (kind !== undefined) return t(`waybills.problem.${kind}`);
  const own = ownKinds.find((one) => why === ownReasons[one] || why.startsWith(`${ownReasons[one]}: `));
  if (own === undefined) return formatCarrierWords(why, t);
  const problem = t(`waybills.problem.${own}`);
  const words = why.slice(ownReasons[own].length + 2);
  return words === "" ? problem : t("waybills.problemOf", { problem, words });
}

/** Returns the reason of an exception about a waybill in the language of the page; a carrier's words stay as they came. */
export function formatLabelReason(reason: string, t: Translate): string {
  const [, parcel = "", why = ""] = /^(\S+): (.+)$/su.exec(reason) ?? [];
  return why === "" ? reason : t("waybills.problemOf", { problem: parcel, words: formatWhy(why, t) });
}
