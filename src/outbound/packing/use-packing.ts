import { useEffect, useRef } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import { useTaskQueue } from "#src/kit/ui/scan/use-task-queue.ts";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { printCodeLabels } from "#src/warehouse/scanning/print-code-labels.calls.ts";
import { getLookupCode } from "#src/warehouse/scanning/scan-session.rules.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import { useWork } from "#src/warehouse/scanning/use-work.ts";
import { CallProblem } from "#src/kit/api/client.ts";
import { useLaterCodes } from "#src/warehouse/scanning/use-later-codes.ts";
import type { Box } from "./boxes.contract.ts";
import { listToPack, packOrder, printParcelLabels, reopenPacking, reportDamaged } from "./packing.contract.ts";
import type { FoundToPack, PackItem, Packing, PackRow, Parcel } from "./packing.contract.ts";
import type { DraftParcel } from "./pack-steps.rules.ts";
import {
  countPieces,
  emptyDraft,
  listLeft,
  readPackScan,
  toAdvisedDrafts,
  toFirstDraft,
  withConsumable,
  withPieces,
} from "./pack-steps.rules.ts";
import type { PackingQuestion, PackingState } from "./packing.store.ts";
import { changePacking, getPackingState, noPacking, usePackings } from "./packing.store.ts";
import { useFind } from "./use-find.ts";

/** The orders to choose from on a hand-held; others are found by a scan. */
const listInput = { page_size: 20 } as const;
/** The option of the choices that stands for no box. */
export const ownPackaging = "none";
/** The key of goods among the options. */
export function getItemKey({ variant_uuid, lot }: Pick<PackItem, "variant_uuid" | "lot">): string {
  return `${variant_uuid} ${lot}`;
}

/** Returns the orders to choose from: those that were scanned without network come first. */
function listOffered(found: readonly PackRow[], waiting: readonly PackRow[]): readonly PackRow[] {
  return [...found, ...waiting.filter(({ order_uuid }) => !found.some((one) => one.order_uuid === order_uuid))];
}

const closed = { packing: null, drafts: [], current: emptyDraft, question: null } as const satisfies Partial<PackingState>;

/** Packing by scan: an order is found by its location or number, and its pieces go into one parcel or several. */
export function usePacking() {
  const { t } = useTranslation();
  const work = useWork("packing");
  const { person, session, toText } = work;
  const { client } = useCaller();
  const enqueue = useTaskQueue();
  const { find, findLater, open, refresh, reloadLists } = useFind(work);
  const state = usePackings(({ packings }) => packings[person] ?? noPacking);
  const list = useCallQuery(listToPack, listInput, { enabled: state.packing === null });
  const packing = useScanCall(packOrder);
  const reopening = useScanCall(reopenPacking);
  const reporting = useScanCall(reportDamaged);

  const change = (changes: Partial<PackingState>) => changePacking(person, changes);
  const get = () => getPackingState(person);
  const later = useLaterCodes({ name: "packing", work, enqueue }, async ({ code }) => {
    const found = await findLater(code);
    return found === null ? null : (entry) => takeLater(entry, code, found);
  });
  const changeCurrent = (to: (current: DraftParcel) => DraftParcel) => change({ current: to(get().current) });

  function ask(question: PackingQuestion, words: string): void {
    change({ question });
    session.ask(question.entry, words, () => change({ question: null }));
  }
  function dismissQuestion(): void {
    const { question } = get();
    if (question === null) return;
    change({ question: null });
    session.refuse(question.entry, t("receiving.givenUp"));
  }

  /** Opens an order with the advised box. */
  async function begin(entry: string, { order_uuid, order_number, is_held }: PackRow): Promise<void> {
    if (is_held) return session.refuse(entry, work.toRefusalText("packing.held"));
    const opened = await open(entry, order_uuid);
    if (opened === null) {
      if (navigator.onLine) change({ found: get().found.filter((one) => one.order_uuid !== order_uuid) });
      return reloadLists();
    }
    change({
      ...closed,
      packing: opened,
      current: toFirstDraft(opened),
      found: get().found.filter((one) => one.order_uuid !== order_uuid),
    });
    session.done(entry, t(opened.status === "reviewed" ? "packing.begun" : "packing.found", { order: order_number }));
  }

  async function takeUnopened(scan: Scan): Promise<void> {
    dismissQuestion();
    const entry = session.begin(scan.text);
    const code = getLookupCode(scan).trim();
    const found = await find(entry, code, () => {
      later.keep(entry, code);
      return null;
    });
    if (found === null) return;
    const [only] = found.orders;
    if (only !== undefined && found.orders.length === 1) return begin(entry, only);
    if (only !== undefined) return ask({ kind: "which", entry, orders: found.orders }, t("packing.ask.which"));
    refuseFound(entry, scan.text, found);
  }

  /** Refuses a code that names no order to pack. */
  function refuseFound(entry: string, code: string, { kind }: FoundToPack): void {
    if (kind === "parcel") return session.refuse(entry, work.toRefusalText("packing.voided"));
    session.refuse(entry, t(kind === "location" ? "packing.nothingAt" : "packing.unknown", { code }));
  }

  /** A code that was scanned without network is looked up: its orders wait to be chosen. */
  function takeLater(entry: string, code: string, found: FoundToPack | CallProblem): void {
    if (found instanceof CallProblem) return session.refuse(entry, work.toProblemText(found));
    if (found.orders.length === 0) return refuseFound(entry, code, found);
    const uuids = new Set(found.orders.map(({ order_uuid }) => order_uuid));
    change({ found: [...get().found.filter(({ order_uuid }) => !uuids.has(order_uuid)), ...found.orders] });
    session.done(entry, t("packing.ordersLater", { orders: found.orders.map(({ order_number }) => order_number).join(", ") }));
  }

  /** Takes a box for the parcel, or adds a consumable to it. */
  function takePackaging(entry: string, { box_uuid, name, kind }: Pick<Box, "name" | "kind"> & { readonly box_uuid: string | null }): void {
    if (kind === "consumable" && box_uuid !== null) {
      changeCurrent((draft) => withConsumable(draft, box_uuid, 1));
      return session.done(entry, t("packing.consumableAdded", { name }), () =>
        changeCurrent((draft) => withConsumable(draft, box_uuid, -1)),
      );
    }
    const before = get().current.box_uuid;
    changeCurrent((draft) => ({ ...draft, box_uuid }));
    session.done(entry, t("packing.boxChosen", { box: name }), () => changeCurrent((draft) => ({ ...draft, box_uuid: before })));
  }

  function takeInto(opened: Packing, scan: Scan): void {
    const entry = session.begin(scan.text);
    if (opened.status !== "reviewed") return session.refuse(entry, work.toRefusalText("packing.packedAlready"));
    const { drafts, current } = get();
    const meaning = readPackScan(scan, opened, [...drafts, current]);
    switch (meaning.kind) {
      case "unknown":
        return session.refuse(entry, t("packing.wrong.product"));
      case "tooMany":
        return session.refuse(entry, t("packing.wrong.tooMany", { sku: meaning.item.sku }));
      case "box":
      case "consumable":
        return takePackaging(entry, meaning.box);
      case "piece": {
        const { item } = meaning;
        changeCurrent((draft) => withPieces(draft, item, 1));
        return session.done(entry, t("packing.pieceAdded", { sku: item.sku }), () => changeCurrent((draft) => withPieces(draft, item, -1)));
      }
    }
  }

  async function take(scan: Scan): Promise<void> {
    const { packing: opened, question } = get();
    if (opened === null) return takeUnopened(scan);
    if (question !== null) dismissQuestion();
    return takeInto(opened, scan);
  }

  /** Takes an option: an order, or a box or consumable for the parcel. */
  function choose(id: string): Promise<void> | void {
    const { packing: opened, question } = get();
    if (opened === null) {
      const offered = question?.kind === "which" ? question.orders : [...get().found, ...(list.data?.result ?? [])];
      const chosen = offered.find(({ order_uuid }) => order_uuid === id);
      if (chosen === undefined) return;
      dismissQuestion();
      return begin(session.begin(chosen.order_number), chosen);
    }
    if (question?.kind === "damaged") {
      const item = opened.items.find(({ variant_uuid, lot }) => getItemKey({ variant_uuid, lot }) === id);
      return item === undefined ? undefined : report(opened, item, question.entry);
    }
    const chosen =
      opened.boxes.find(({ box_uuid }) => box_uuid === id) ?? ({ box_uuid: null, name: t("packing.ownPackaging"), kind: "box" } as const);
    takePackaging(session.begin(chosen.name), chosen);
  }

  /** Reads the open order again; one that is no longer to be packed is forgotten. */
  async function reload(): Promise<void> {
    const { packing: opened } = get();
    if (opened === null) return;
    const fresh = await refresh(opened.order_uuid);
    if (get().packing?.order_uuid !== opened.order_uuid || !navigator.onLine) return;
    if (fresh === null || fresh.status !== opened.status) change(closed);
  }

  /** Prints the labels of parcels. It says when it cannot: they would go on without a code to scan. */
  async function printParcelCodes(parcels: readonly Pick<Parcel, "parcel_uuid">[]): Promise<void> {
    if (parcels.length === 0) return;
    const problem = await printCodeLabels(client, printParcelLabels, { parcel_uuids: parcels.map(({ parcel_uuid }) => parcel_uuid) });
    if (problem !== null) useToasts.getState().show("bad", work.toProblemText(problem));
  }

  async function send({ order_uuid, order_number }: Packing, drafts: readonly DraftParcel[]): Promise<void> {
    const entry = session.begin(order_number);
    const parcels = drafts.map(({ box_uuid = null, items, consumables }) => ({
      box_uuid,
      items: [...items],
      consumables: [...consumables],
    }));
    const show = (packed: Packing) => {
      const numbers = packed.parcels.map(({ parcel_number }) => parcel_number);
      session.done(entry, t("packing.packed", { order: order_number, parcels: numbers.join(", ") }));
      change({ last: { order: order_number, parcels: packed.parcels } });
      void printParcelCodes(packed.parcels);
    };
    const outcome = await packing.perform(
      { order_uuid, parcels },
      {
        label: t("packing.packOf", { order: order_number }),
        onLater: (sent) => (sent.kind === "done" ? show(sent.answer) : session.refuse(entry, toText(sent.problem.msg))),
      },
    );
    if (outcome.kind === "refused") {
      session.refuse(entry, toText(outcome.problem.msg));
      change({ drafts: get().drafts.slice(0, Math.max(0, drafts.length - 1)) });
      return reload();
    }
    change(closed);
    if (outcome.kind === "done") show(outcome.answer);
    else {
      session.wait(entry, t("receiving.waits"));
      change({ last: { order: order_number, parcels: [] } });
    }
    reloadLists();
  }

  /** Closes the parcel: with the pieces that were scanned into it, or with all that is left. With the last one, the order is packed. */
  async function closeParcel(opened: Packing): Promise<void> {
    const { drafts, current } = get();
    const advised = toAdvisedDrafts(opened, drafts, current);
    if (advised !== null) return send(opened, advised);
    const left = listLeft(opened.items, drafts);
    const full = current.items.length === 0 ? { ...current, items: left } : current;
    const all = [...drafts, full];
    if (countPieces(full.items) === countPieces(left)) return send(opened, all);
    const entry = session.begin(t("packing.key.close"));
    change({ drafts: all, current: { ...emptyDraft, box_uuid: current.box_uuid } });
    session.done(entry, t("packing.closed", { number: all.length, count: countPieces(full.items) }), () => change({ drafts, current }));
  }

  async function unpack({ order_uuid, order_number }: Packing, entry: string): Promise<void> {
    const outcome = await reopening.perform(
      { order_uuid },
      {
        label: t("packing.unpackOf", { order: order_number }),
        onLater: (sent) =>
          sent.kind === "done"
            ? session.done(entry, t("packing.unpacked", { order: order_number }))
            : session.refuse(entry, toText(sent.problem.msg)),
      },
    );
    change({ question: null });
    if (outcome.kind === "refused") return session.refuse(entry, toText(outcome.problem.msg));
    if (outcome.kind === "waiting") {
      change(closed);
      return session.wait(entry, t("receiving.waits"));
    }
    change({ ...closed, packing: outcome.answer, current: toFirstDraft(outcome.answer) });
    session.done(entry, t("packing.unpacked", { order: order_number }));
    reloadLists();
  }

  async function goOn(): Promise<void> {
    const { packing: opened, question } = get();
    if (opened === null) return;
    if (question?.kind === "unpack") return unpack(opened, question.entry);
    if (opened.status === "reviewed") return closeParcel(opened);
  }

  function beginUnpack(): void {
    dismissQuestion();
    ask({ kind: "unpack", entry: session.begin(t("packing.key.unpack")) }, t("packing.ask.unpack"));
  }

  /** Reports one damaged piece. The order leaves its wave and waits for another piece. */
  async function report({ order_uuid, order_number }: Packing, { variant_uuid, lot, sku }: PackItem, entry: string): Promise<void> {
    const done = t("packing.damagedReported", { order: order_number });
    const outcome = await reporting.perform(
      { order_uuid, variant_uuid, lot, quantity: 1 },
      {
        label: t("packing.damagedOf", { sku, order: order_number }),
        onLater: (sent) => (sent.kind === "done" ? session.done(entry, done) : session.refuse(entry, toText(sent.problem.msg))),
      },
    );
    change({ question: null });
    if (outcome.kind === "refused") {
      session.refuse(entry, toText(outcome.problem.msg));
      return reload();
    }
    change(closed);
    if (outcome.kind === "waiting") session.wait(entry, t("receiving.waits"));
    else session.done(entry, done);
    reloadLists();
  }

  /** The problem key: asks which goods are damaged, or takes the only ones. */
  function beginDamaged(): Promise<void> | void {
    const { packing: opened } = get();
    if (opened?.status !== "reviewed") return;
    dismissQuestion();
    ask({ kind: "damaged", entry: session.begin(t("packing.key.damaged")) }, t("packing.ask.damaged"));
  }

  function leave(): void {
    const { packing: opened } = get();
    if (opened === null) return;
    dismissQuestion();
    const entry = session.begin(t("packing.key.leave"));
    change(closed);
    session.done(entry, t(opened.status === "reviewed" ? "packing.left" : "packing.closed", { order: opened.order_number }));
    reloadLists();
  }

  const latest = useRef(reload);
  useEffect(() => {
    latest.current = reload;
  });
  // Reads what was stored before a reload, and what the server knows by now.
  useEffect(() => {
    changePacking(person, {});
    enqueue(() => latest.current());
  }, [enqueue, person]);

  return {
    ...state,
    orders: listOffered(state.found, list.data?.result ?? []),
    laterCodes: later.codes,
    isLoading: state.packing === null && list.isPending,
    isEmpty: list.isSuccess && list.data.result.length === 0,
    session,
    scan: (scan: Scan) => enqueue(() => take(scan)),
    choose: (id: string) => enqueue(async () => choose(id)),
    goOn: () => enqueue(goOn),
    printAgain: () => void printParcelCodes(get().last?.parcels ?? []),
    reload: () => enqueue(reload),
    leave: () => enqueue(async () => leave()),
    beginUnpack: () => enqueue(async () => beginUnpack()),
    beginDamaged: () => enqueue(async () => beginDamaged()),
  };
}
