import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { CallProblem, newKey } from "#src/kit/api/client.ts";
import type { Client } from "#src/kit/api/client.ts";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { askForPrint, isFileGone, isNeverPrinted, openForPrinting, saveLabels } from "./print-labels.ts";
import { keepStationPrint, keepUnprintedFiles, readLabelSize, readStationPrint, readUnprintedFiles } from "./print-station.storage.ts";
import type { StationOwner, StationPrint } from "./print-station.storage.ts";
import type { WaybillRow } from "./waybills.contract.ts";
import { mostPrinted } from "./waybills.rules.ts";

/** Who prints at a station. */
interface StationWork {
  readonly client: Client;
  readonly owner: StationOwner;
  /** what a saved file is called */
  readonly label: string;
}

/** Counts a print. @returns whether it is counted, or will never be; otherwise it is asked for again, as its answer may have been lost */
async function count({ client, owner }: StationWork, { input, idempotencyKey }: StationPrint): Promise<boolean> {
  try {
    const { files, failed } = await askForPrint(client, input, idempotencyKey);
    // Before they are fetched: the print is counted, so nothing else would print them if this page closed now.
    keepUnprintedFiles(owner, [...readUnprintedFiles(owner), ...files.map(({ kind, link }) => ({ kind, link }))]);
    // Without a message, a damaged label would be noticed only at the hand-over.
    const { language } = useAppearance.getState();
    for (const { message } of failed) useToasts.getState().show("bad", message[language]);
  } catch (error) {
    if (!(error instanceof CallProblem)) throw error;
    if (!isNeverPrinted(error)) return false;
  }
  keepStationPrint(owner, null);
  return true;
}

/** Hands files to the printer. One that cannot be fetched now stays on this device, and is tried again. @returns whether none is left */
async function handOver({ client, owner, label }: StationWork): Promise<boolean> {
  for (const file of readUnprintedFiles(owner)) {
    const problem = await (file.kind === "pdf" ? openForPrinting(client, file) : saveLabels(client, file, label));
    if (problem !== null && !isFileGone(problem)) return false;
    keepUnprintedFiles(
      owner,
      readUnprintedFiles(owner).filter(({ link }) => link !== file.link),
    );
  }
  return true;
}

/** The labels that a station is to print, each once. */
export class StationQueue {
  private readonly handled = new Set<string>();
  private readonly waiting = new Set<string>();
  private isBusy = false;

  /** Adds labels. Those that it had before are left out. */
  add(rows: readonly WaybillRow[]): void {
    for (const { waybill_uuid } of rows) if (!this.handled.has(waybill_uuid)) this.waiting.add(waybill_uuid);
  }

  /** Prints until nothing is left, or an attempt fails. @returns whether nothing is left; null if that is being done already */
  async work(work: StationWork): Promise<boolean | null> {
    if (this.isBusy) return null;
    this.isBusy = true;
    try {
      do {
        const print = this.begin(work.owner);
        if (print !== null && !(await count(work, print))) return false;
        for (const uuid of print?.input.waybill_uuids ?? []) {
          this.handled.add(uuid);
          this.waiting.delete(uuid);
        }
        if (!(await handOver(work))) return false;
      } while (this.waiting.size > 0);
      return true;
    } finally {
      this.isBusy = false;
    }
  }

  /**
   * Begins a print of labels that wait, unless one was begun that is not known to be counted, as before a reload. It is stored before it is asked for: once it
   * is counted, only its own key has its files.
   */
  private begin(owner: StationOwner): StationPrint | null {
    const before = readStationPrint(owner);
    if (before !== null || this.waiting.size === 0) return before;
    const { language } = useAppearance.getState();
    const input = { waybill_uuids: [...this.waiting].slice(0, mostPrinted), language, size: readLabelSize() };
    const print = { idempotencyKey: newKey(), input };
    keepStationPrint(owner, print);
    return print;
  }
}
