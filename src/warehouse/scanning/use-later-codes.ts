import { useEffect, useRef } from "react";
import { z } from "zod";
import { create } from "zustand";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { defineSavedWork } from "./saved-work.storage.ts";
import type { Work } from "./use-work.ts";

const laterCode = z.object({
  code: z.string(),
  /** what was open when it was scanned: by name, what the screen needs to go on */
  about: z.record(z.string(), z.string()),
  /** of the list of scans; after a reload there is none of this id */
  entry: z.string(),
});

/** A code that was scanned without network. */
export type LaterCode = z.infer<typeof laterCode>;

/** The codes of each person and screen. They survive leaving the screen and a reload. */
const useLater = create<{ readonly codes: Readonly<Record<string, readonly LaterCode[]>> }>(() => ({ codes: {} }));
const savedCodes = defineSavedWork("scanning.later", z.array(laterCode));

const none: readonly LaterCode[] = [];
const read = (key: string): readonly LaterCode[] => useLater.getState().codes[key] ?? savedCodes.read(key) ?? none;
function write(key: string, later: readonly LaterCode[]): void {
  useLater.setState(({ codes }) => ({ codes: { ...codes, [key]: later } }));
  savedCodes.write(key, later.length === 0 ? null : [...later]);
}

/** How often a server that does not answer is asked again, in ms; a network that returns is noticed at once. */
const againMs = 5000;

/** What is done with a code that was looked up; null while there is still no network. */
type Step = (entry: string) => Promise<void> | void;

/**
 * Keeps codes that were scanned without network, and looks them up in their order when it is back.
 * @param name of the screen: `bagging`
 * @param enqueue runs the steps between the scans
 * @param look asks the server what a code means
 */
export function useLaterCodes(
  {
    name,
    work: { person, session },
    enqueue,
  }: { readonly name: string; readonly work: Work; enqueue: (step: () => Promise<void>) => void },
  look: (later: LaterCode) => Promise<Step | null>,
) {
  const { t } = useTranslation();
  const key = `${person} ${name}`;
  const codes = useLater((state) => state.codes[key] ?? none);
  const isLooking = useRef(false);

  async function lookAll(): Promise<void> {
    if (isLooking.current || !navigator.onLine) return;
    isLooking.current = true;
    try {
      for (const later of read(key)) {
        const step = await look(later);
        if (step === null) return;
        write(
          key,
          read(key).filter((one) => one !== later),
        );
        const { entry, code } = later;
        enqueue(async () => step(session.entries.some(({ id }) => id === entry) ? entry : session.begin(code)));
      }
    } finally {
      isLooking.current = false;
    }
  }
  const latest = useRef(lookAll);
  useEffect(() => {
    latest.current = lookAll;
  });
  // Reads what was stored before a reload.
  useEffect(() => write(key, read(key)), [key]);
  const isWaiting = codes.length > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const again = () => void latest.current();
    again();
    const timer = setInterval(again, againMs);
    addEventListener("online", again);
    return () => {
      clearInterval(timer);
      removeEventListener("online", again);
    };
  }, [isWaiting]);

  return {
    codes,
    /** Keeps a code. Scanned again, it is looked up once. */
    keep(entry: string, code: string, about: LaterCode["about"] = {}): void {
      session.wait(entry, t("scanning.later", { code }));
      write(key, [...read(key).filter((one) => one.code !== code), { code, about, entry }]);
    },
  };
}
