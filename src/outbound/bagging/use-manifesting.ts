import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { maxPageSize } from "#src/kit/api/list.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Work } from "#src/warehouse/scanning/use-work.ts";
import { queryBaggedElements } from "./bagging.contract.ts";
import type { BagRow, FoundManifest } from "./bagging.contract.ts";
import { toManifestKey } from "./bagging.rules.ts";
import type { ChosenBag } from "./bagging.store.ts";
import { changeBagging, getBagging } from "./bagging.store.ts";
import { makeManifest } from "./manifests.contract.ts";
import { saveManifest } from "./print-bags.calls.ts";

/** Runs a call that needs an answer, and reports a refusal at its entry: null then. */
export type Ask = <T>(entry: string, call: () => Promise<T>) => Promise<T | null>;

function toChosen({ bag_uuid, bag_number, warehouse_uuid, carrier_account_uuid, channel_uuid, ship_date }: BagRow): ChosenBag {
  return { bag_uuid, bag_number, warehouse_uuid, carrier_account_uuid, channel_uuid, ship_date };
}

/** From sealed bags to the hand-over, by scan: bags are chosen, the manifest is made, and its own code opens the hand-over. */
export function useManifesting({ person, session }: Work, ask: Ask, reload: () => void) {
  const { t } = useTranslation();
  const caller = useCaller();

  function unchoose(bagUuid: string): void {
    changeBagging(person, { chosen: getBagging(person).chosen.filter(({ bag_uuid }) => bag_uuid !== bagUuid) });
  }

  /** Chooses a sealed bag for the next manifest. Bags of another carrier or day go on a manifest of their own. */
  function choose(entry: string, bag: BagRow): void {
    const { chosen } = getBagging(person);
    const [first] = chosen;
    if (chosen.some(({ bag_uuid }) => bag_uuid === bag.bag_uuid)) {
      return session.refuse(entry, t("bagging.chosenAlready", { bag: bag.bag_number }));
    }
    if (first !== undefined && toManifestKey(first) !== toManifestKey(bag)) {
      return session.refuse(entry, t("bagging.otherManifest", { bag: bag.bag_number, first: first.bag_number }));
    }
    changeBagging(person, { chosen: [...chosen, toChosen(bag)] });
    session.done(entry, t("bagging.chosen", { bag: bag.bag_number, count: chosen.length + 1 }), () => unchoose(bag.bag_uuid));
  }

  /** Chooses a sealed bag, or no longer, by the checkbox of its row. */
  function toggle(bag: BagRow): void {
    const { chosen } = getBagging(person);
    if (chosen.some(({ bag_uuid }) => bag_uuid === bag.bag_uuid)) unchoose(bag.bag_uuid);
    else changeBagging(person, { chosen: [...chosen, toChosen(bag)] });
  }

  /** Keeps among the chosen bags those that are still sealed: somebody else may have opened one, or put it on a manifest. */
  async function keepSealed(): Promise<void> {
    const sealed = new Set<string>();
    try {
      for (let cursor: string | null = ""; cursor !== null;) {
        const page: OutputOf<typeof queryBaggedElements> = await caller.client.call(
          queryBaggedElements,
          { field: ["status"], value: ["sealed"], page_size: maxPageSize, ...(cursor === "" ? {} : { cursor }) },
          { isQuiet: true },
        );
        for (const { bag_uuid } of page.result) sealed.add(bag_uuid);
        cursor = page.next_cursor;
      }
    } catch (error) {
      // They stay chosen until the list can be read.
      if (!(error instanceof CallProblem)) throw error;
      return;
    }
    changeBagging(person, { chosen: getBagging(person).chosen.filter(({ bag_uuid }) => sealed.has(bag_uuid)) });
  }

  /** Makes the manifest of the chosen bags, and saves its file. */
  async function make(): Promise<void> {
    const { chosen } = getBagging(person);
    if (chosen.length === 0) return;
    const entry = session.begin(t("bagging.makeManifest", { count: chosen.length }));
    const bag_uuids = chosen.map(({ bag_uuid }) => bag_uuid);
    const made = await ask(entry, async () => {
      try {
        return await caller.client.call(makeManifest, { bag_uuids }, { isQuiet: true });
      } catch (error) {
        if (error instanceof CallProblem && error.codeName === "bagging.bagNotSealed") await keepSealed();
        throw error;
      }
    });
    reload();
    if (made === null) return;
    changeBagging(person, { chosen: [] });
    session.done(entry, t("bagging.manifestMade", { manifest: made.manifest_number }));
    await saveManifest(caller, made);
  }

  /** Opens the hand-over of a scanned manifest. */
  function handOver(entry: string, { manifest_uuid, manifest_number, status }: FoundManifest): void {
    if (status !== "made") return session.refuse(entry, t(`bagging.manifestIs.${status}`, { manifest: manifest_number }));
    changeBagging(person, { leaving: { manifest_uuid, manifest_number } });
    session.done(entry, t("bagging.handOver.title", { manifest: manifest_number }));
  }

  return {
    choose,
    toggle,
    make,
    handOver,
    clear: () => changeBagging(person, { chosen: [] }),
    stay: () => changeBagging(person, { leaving: null }),
  };
}
