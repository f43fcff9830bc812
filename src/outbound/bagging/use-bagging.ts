import { useEffect, useState } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import { useTaskQueue } from "#src/kit/ui/scan/use-task-queue.ts";
import { getLookupCode } from "#src/warehouse/scanning/scan-session.rules.ts";
import { isUnreachable } from "#src/warehouse/scanning/scan-queue.rules.ts";
import { useLaterCodes } from "#src/warehouse/scanning/use-later-codes.ts";
import type { LaterCode } from "#src/warehouse/scanning/use-later-codes.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import type { Sent } from "#src/warehouse/scanning/use-scan-call.ts";
import { useWork } from "#src/warehouse/scanning/use-work.ts";
import { parseTypedWeight } from "#src/warehouse/scanning/scale.rules.ts";
import { useScale } from "#src/warehouse/scanning/use-scale.ts";
import { baggingReads } from "./bagging-reads.contract.ts";
import { findToBag, getBag, listBagChannels, openBag, putIntoBag, queryBaggedElements, sealBag, takeOutOfBag } from "./bagging.contract.ts";
import type { BagParcel, BagRow } from "./bagging.contract.ts";
import { changeBagging, getBagging, noBagging, useBaggings } from "./bagging.store.ts";
import { isDoubtfulWeight } from "./bagging.rules.ts";
import { printTag } from "./print-bags.calls.ts";
import { useManifesting } from "./use-manifesting.ts";

/** A bag that parcels are put into. */
type NamedBag = Pick<BagRow, "bag_uuid" | "bag_number">;
const toNamedBag = ({ bag_uuid = "", bag_number = "" }: LaterCode["about"]): NamedBag => ({ bag_uuid, bag_number });

/** Bagging by scan: a bag, then parcel after parcel, then the weight that seals it. */
export function useBagging() {
  const { t } = useTranslation();
  const work = useWork("bagging");
  const { person, session, toText, toProblemText, rejectUndo } = work;
  const caller = useCaller();
  const { client } = caller;
  const reload = useCallReload(baggingReads);
  const enqueue = useTaskQueue();
  const state = useBaggings(({ baggings }) => baggings[person] ?? noBagging);
  const putting = useScanCall(putIntoBag);
  const taking = useScanCall(takeOutOfBag);
  const sealing = useScanCall(sealBag);
  const channels = useCallQuery(listBagChannels, {});
  const openBags = useCallQuery(queryBaggedElements, { field: ["status"], value: ["open"], page_size: 100 });
  const { data: bag } = useCallQuery(getBag, { bag_uuid: state.bag?.bag_uuid ?? "" }, { enabled: state.bag !== null });

  const [doubted, setDoubted] = useState<{ readonly grams: number; readonly text: string } | null>(null);

  const later = useLaterCodes({ name: "bagging", work, enqueue }, async ({ code, about }) => {
    try {
      const found = await client.call(findToBag, { code }, { isQuiet: true });
      return (entry) => takeFound(entry, code, found, about["bag_uuid"] === undefined ? null : toNamedBag(about));
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      return isUnreachable(error) ? null : (entry) => refuse(entry, error);
    }
  });

  function refuse(entry: string, problem: CallProblem): void {
    session.refuse(entry, toProblemText(problem));
  }

  /**
   * Runs a call that needs an answer, and reports the refusal at its entry. Returns null then.
   * @param withoutNetwork what is done instead if there is no answer
   */
  async function ask<T>(entry: string, call: () => Promise<T>, withoutNetwork?: () => void): Promise<T | null> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      if (withoutNetwork !== undefined && isUnreachable(error)) withoutNetwork();
      else refuse(entry, error);
      return null;
    }
  }

  const manifesting = useManifesting(work, ask, reload);

  function take(entry: string, { bag_uuid, bag_number }: NamedBag): void {
    const { bag: before } = getBagging(person);
    changeBagging(person, { bag: { bag_uuid, bag_number }, isWeighing: false });
    session.done(entry, t("bagging.opened", { bag: bag_number }), () => changeBagging(person, { bag: before, isWeighing: false }));
  }

  /** Returns the bag that is being filled; null if there is none, or somebody else has sealed it. */
  function getOpenBag() {
    const { bag: own } = getBagging(person);
    return own !== null && bag?.bag_uuid === own.bag_uuid && bag.status !== "open" ? null : own;
  }

  /** An open bag is filled, a sealed one goes on a manifest. */
  function takeBag(entry: string, found: BagRow): void {
    const { bag_number, status, manifest_number } = found;
    if (status === "open") return take(entry, found);
    if (status === "manifested") return session.refuse(entry, t("bagging.onManifest", { bag: bag_number, manifest: manifest_number }));
    if (status === "sealed" && getOpenBag() === null) return manifesting.choose(entry, found);
    session.refuse(entry, t(status === "sealed" ? "bagging.sealedAlready" : "bagging.leftAlready", { bag: bag_number }));
  }

  async function takeOut(bagUuid: string, bagNumber: string, { parcel_uuid, parcel_number }: BagParcel): Promise<void> {
    const label = t("bagging.takenOut", { parcel: parcel_number, bag: bagNumber });
    const outcome = await taking.perform({ bag_uuid: bagUuid, parcel_uuid }, { label, onLater: reload });
    if (outcome.kind === "refused") return rejectUndo(outcome.problem.msg);
    reload();
  }

  async function put(entry: string, into: NamedBag, parcel: BagParcel): Promise<void> {
    const names = { parcel: parcel.parcel_number, bag: into.bag_number };
    const settle = (sent: Sent<{ readonly failed: readonly { readonly message: { en_us: string; zh_cn: string } }[] }>) => {
      reload();
      if (sent.kind === "refused") return session.refuse(entry, toText(sent.problem.msg));
      const [refused] = sent.answer.failed;
      if (refused !== undefined) return session.refuse(entry, toText(refused.message));
      return session.done(entry, t("bagging.put", names), () => takeOut(into.bag_uuid, into.bag_number, parcel));
    };
    const provider = caller.scope.providerUuid === null ? {} : { provider_uuid: caller.scope.providerUuid };
    const outcome = await putting.perform(
      { ...provider, bag_uuid: into.bag_uuid, parcel_ids: [parcel.parcel_uuid] },
      { label: t("bagging.putOf", names), onLater: settle },
    );
    if (outcome.kind === "waiting") return session.wait(entry, t("bagging.waits"));
    return settle(outcome);
  }

  /** Takes a parcel out of the open bag, by the button of its row. */
  async function remove(parcel: BagParcel): Promise<void> {
    if (bag === undefined) return;
    const entry = session.begin(parcel.parcel_number);
    const label = t("bagging.takenOut", { parcel: parcel.parcel_number, bag: bag.bag_number });
    const settle = (sent: Sent<unknown>) => {
      reload();
      if (sent.kind === "refused") return session.refuse(entry, toText(sent.problem.msg));
      return session.done(entry, label);
    };
    const outcome = await taking.perform({ bag_uuid: bag.bag_uuid, parcel_uuid: parcel.parcel_uuid }, { label, onLater: settle });
    if (outcome.kind === "waiting") return session.wait(entry, t("bagging.waits"));
    return settle(outcome);
  }

  /** Seals the bag with a weight; one that its parcels cannot have is asked about first. */
  async function weighBag(grams: number, text: string): Promise<void> {
    if (bag === undefined || !isDoubtfulWeight(grams, bag.parcel_grams)) return seal(grams, text);
    scale.settle();
    setDoubted({ grams, text });
    session.ask(session.begin(text), t("bagging.doubtful", { grams, expected: bag.parcel_grams }), () => setDoubted(null));
  }

  async function seal(grams: number, text: string): Promise<void> {
    setDoubted(null);
    const { bag: full } = getBagging(person);
    if (full === null) return;
    // The bag still stands there when the next one is full.
    scale.settle();
    const entry = session.begin(text);
    const names = { bag: full.bag_number, grams };
    const settle = (sent: Sent<unknown>) => {
      reload();
      if (sent.kind === "refused") return session.refuse(entry, toText(sent.problem.msg));
      session.done(entry, t("bagging.sealed", names));
      void printTag(caller, full);
    };
    const outcome = await sealing.perform(
      { bag_uuid: full.bag_uuid, weight_grams: grams },
      { label: t("bagging.sealOf", names), onLater: settle },
    );
    changeBagging(person, outcome.kind === "refused" ? { isWeighing: false } : { bag: null, isWeighing: false });
    if (outcome.kind === "waiting") session.wait(entry, t("bagging.waits"));
    else settle(outcome);
  }

  async function takeScan(scan: Scan): Promise<void> {
    if (getBagging(person).isWeighing) {
      const grams = parseTypedWeight(scan.text);
      if (grams !== null) return weighBag(grams, scan.text);
      return session.refuse(session.begin(scan.text), t("bagging.noWeight", { text: scan.text }));
    }
    const entry = session.begin(scan.text);
    const code = getLookupCode(scan).trim();
    const into = getOpenBag();
    const found = await ask(
      entry,
      () => client.call(findToBag, { code }, { isQuiet: true }),
      () => takeWithoutNetwork(entry, code, into),
    );
    if (found !== null) await takeFound(entry, code, found, into);
  }

  /** Without network, an open bag is known by its number. Any other code is looked up later, and put into the bag that is open now. */
  function takeWithoutNetwork(entry: string, code: string, into: NamedBag | null): void {
    const known = openBags.data?.result.find(({ bag_number }) => bag_number === code.toUpperCase());
    if (known !== undefined) return take(entry, known);
    later.keep(entry, code, into === null ? {} : { bag_uuid: into.bag_uuid, bag_number: into.bag_number });
  }

  /** Goes on with what a code means: a bag is opened or chosen, a manifest handed over, a parcel put into a bag. */
  async function takeFound(
    entry: string,
    code: string,
    { bag: named, manifest, parcel }: OutputOf<typeof findToBag>,
    into: NamedBag | null,
  ): Promise<void> {
    if (named !== null) return takeBag(entry, named);
    if (manifest !== null) return manifesting.handOver(entry, manifest);
    if (parcel === null) return session.refuse(entry, t("bagging.unknown", { code }));
    if (into !== null) return put(entry, into, parcel);
    const { parcel_number, channel_name: channel } = parcel;
    return session.refuse(entry, t(channel === "" ? "bagging.bagFirstPlain" : "bagging.bagFirst", { parcel: parcel_number, channel }));
  }

  /** Opens a new bag for a channel, or goes on with an open one. */
  async function choose(id: string): Promise<void> {
    const chosen = openBags.data?.result.find(({ bag_uuid }) => bag_uuid === id);
    if (chosen !== undefined) return take(session.begin(chosen.bag_number), chosen);
    const channel = channels.data?.channels.find((one) => `${one.warehouse_uuid} ${one.channel_uuid}` === id);
    if (channel === undefined) return;
    const { warehouse_uuid, channel_uuid, channel_name } = channel;
    const entry = session.begin(channel_name);
    const opened = await ask(entry, () => client.call(openBag, { warehouse_uuid, channel_uuid }, { isQuiet: true }));
    if (opened === null) return;
    take(entry, opened);
    reload();
  }

  const scale = useScale(() =>
    enqueue(async () => {
      const grams = scale.read();
      if (getBagging(person).isWeighing && grams !== null) await weighBag(grams, t("packing.grams", { grams }));
    }),
  );

  // Reads the bag that was stored before a reload.
  useEffect(() => changeBagging(person, {}), [person]);

  const isOpen = bag !== undefined && bag.bag_uuid === state.bag?.bag_uuid && bag.status === "open";
  return {
    ...state,
    session,
    scale,
    laterCodes: later.codes,
    /** null until one is open */
    shown: isOpen ? bag : null,
    channels: channels.data?.channels ?? [],
    openBags: openBags.data?.result ?? [],
    openCount: openBags.data?.total ?? 0,
    /** null while it is not known, or read */
    openProblem: openBags.error,
    isLoading: state.bag === null && (channels.isPending || openBags.isPending),
    reload,
    scan: (scan: Scan) => enqueue(() => takeScan(scan)),
    choose: (id: string) => enqueue(() => choose(id)),
    remove: (parcel: BagParcel) => enqueue(() => remove(parcel)),
    goOnWith: (row: BagRow) => enqueue(async () => take(session.begin(row.bag_number), row)),
    toggle: (row: BagRow) => manifesting.toggle(row),
    makeManifest: () => enqueue(manifesting.make),
    clearChosen: () => enqueue(async () => manifesting.clear()),
    stay: manifesting.stay,
    weigh: () =>
      enqueue(async () => {
        // A weight that was doubted before was of another bag, or of somebody who has handed the device over.
        setDoubted(null);
        changeBagging(person, { isWeighing: true });
      }),
    stopWeighing: () =>
      enqueue(async () => {
        setDoubted(null);
        changeBagging(person, { isWeighing: false });
      }),
    /** a weight that waits for a confirmation, because the parcels weigh something else; null for none */
    doubtedGrams: doubted?.grams ?? null,
    sealDoubted: () => enqueue(async () => (doubted === null ? undefined : seal(doubted.grams, doubted.text))),
    leave: () =>
      enqueue(async () => {
        const { bag: left } = getBagging(person);
        if (left !== null) session.done(session.begin(t("bagging.key.leave")), t("bagging.left", { bag: left.bag_number }));
        changeBagging(person, { bag: null, isWeighing: false });
      }),
  };
}
