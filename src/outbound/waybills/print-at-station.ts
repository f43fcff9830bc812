import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { CallProblem } from "#src/kit/api/client.ts";
import type { Client } from "#src/kit/api/client.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { shouldRetry } from "#src/warehouse/scanning/scan-queue.rules.ts";
import { countWanted, createWantedPrint, openForPrinting, saveLabels } from "./print-labels.ts";
import type { WantedPrint } from "./print-labels.ts";
import { keepUnprintedFiles, readUnprintedFiles } from "./print-station.storage.ts";
import type { StationOwner } from "./print-station.storage.ts";
import type { WaybillRow } from "./waybills.contract.ts";
import { mostPrinted } from "./waybills.rules.ts";

/** Who prints at a station. */
interface StationWork {
  readonly client: Client;
  readonly owner: StationOwner;
  /** what a saved file is called */
  readonly label: string;
}

/** What became of an attempt of a station. */
interface Attempt {
  /** whether the print of the labels is counted, or will never be: they are not to be sent again */
  readonly isCounted: boolean;
  /** whether nothing is left to be tried again */
  readonly isDone: boolean;
}

/** Why a file of labels will never be there again: they are void by now. Any other refusal may be over with the next sign-in. */
const gone: readonly (CodeName | null)[] = ["notFound", "waybills.voided", "waybills.noLabel"];

/** Hands files to the printer. One that cannot be fetched now stays on this device, and is tried again. @returns whether none is left */
async function handOver({ client, owner, label }: StationWork): Promise<boolean> {
  for (const file of readUnprintedFiles(owner)) {
    const problem = await (file.kind === "pdf" ? openForPrinting(client, file) : saveLabels(client, file, label));
    if (problem !== null && !gone.includes(problem.codeName)) return false;
    keepUnprintedFiles(
      owner,
      readUnprintedFiles(owner).filter(({ link }) => link !== file.link),
    );
  }
  return true;
}

/** Prints labels that nobody selected, and files of earlier prints that could not be fetched. @param wanted null if no label waits */
async function print(work: StationWork, wanted: WantedPrint | null): Promise<Attempt> {
  const { client, owner } = work;
  if (wanted !== null)
    try {
      const { files, failed } = await countWanted(client, wanted);
      // Before they are fetched: the print is counted, so nothing else would print them if this page closed now.
      keepUnprintedFiles(owner, [...readUnprintedFiles(owner), ...files]);
      // Without a message, a damaged label would be noticed only at the hand-over.
      const { language } = useAppearance.getState();
      for (const { message } of failed) useToasts.getState().show("bad", message[language]);
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      // Also signed out: the print is asked for again.
      if (error.kind !== "refusal" || shouldRetry(error)) return { isCounted: false, isDone: false };
    }
  return { isCounted: true, isDone: await handOver(work) };
}

/** The labels that a station is to print, each once. */
export class StationQueue {
  private readonly handled = new Set<string>();
  private readonly waiting = new Map<string, WaybillRow>();
  /** the print that is asked for until it is known to be counted: its answer may have been lost */
  private wanted: WantedPrint | null = null;
  private isBusy = false;

  /** Adds labels. Those that it had before are left out. */
  add(rows: readonly WaybillRow[]): void {
    for (const row of rows) if (!this.handled.has(row.waybill_uuid)) this.waiting.set(row.waybill_uuid, row);
  }

  /** Prints until nothing is left, or an attempt fails. @returns whether nothing is left; null if that is being done already */
  async work(work: StationWork): Promise<boolean | null> {
    if (this.isBusy) return null;
    this.isBusy = true;
    try {
      while (this.waiting.size > 0 || readUnprintedFiles(work.owner).length > 0) {
        if (this.wanted === null && this.waiting.size > 0)
          this.wanted = createWantedPrint([...this.waiting.values()].slice(0, mostPrinted), "");
        const { isCounted, isDone } = await print(work, this.wanted);
        if (isCounted) this.forgetWanted();
        if (!isDone) return false;
      }
      return true;
    } finally {
      this.isBusy = false;
    }
  }

  /** Notes that the print that was asked for is counted, or will never be. */
  private forgetWanted(): void {
    for (const { waybill_uuid } of this.wanted?.rows ?? []) {
      this.handled.add(waybill_uuid);
      this.waiting.delete(waybill_uuid);
    }
    this.wanted = null;
  }
}
