import { useMemo } from "react";
import { create } from "zustand";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { newKey } from "#src/kit/api/client.ts";
import type { ScanEntry } from "#src/kit/ui/scan/scan-entry.ts";
import type { ScanEvent } from "./scan-session.rules.ts";
import { findUndoable, withEvent } from "./scan-session.rules.ts";

interface ScanSessions {
  readonly sessions: Readonly<Record<string, readonly ScanEntry[]>>;
  apply(session: string, event: ScanEvent): void;
  clear(session: string): void;
}

const none: readonly ScanEntry[] = [];

const useScanSessions = create<ScanSessions>((set, get) => ({
  sessions: {},
  apply: (session, event) => set({ sessions: { ...get().sessions, [session]: withEvent(get().sessions[session] ?? none, event) } }),
  clear: (session) => set({ sessions: { ...get().sessions, [session]: none } }),
}));

/** The scans of one screen and one user, with their results. */
export interface ScanSession {
  /** newest first */
  readonly entries: readonly ScanEntry[];
  /** whether the newest can be undone now */
  readonly canUndo: boolean;
  /** Records a scan. @returns its id, for the results */
  begin(code: string): string;
  /** Records success; `undo` reverts it and throws if that failed. */
  done(id: string, text: string, undo?: () => Promise<void> | void): void;
  /** Records success with something unexpected that the person should know; `undo` as for `done`. */
  warn(id: string, text: string, undo?: () => Promise<void> | void): void;
  /** Asks the user for a scan, a number or a confirmation; `undo` dismisses the question. */
  ask(id: string, text: string, undo?: () => Promise<void> | void): void;
  /** `blocks`: what was scanned is in the person's hand, and is dealt with before anything is undone */
  refuse(id: string, text: string, blocks?: true): void;
  /** Puts a refusal away that the person goes on after. */
  putAway(): void;
  /** Marks it as queued until the server can be reached. */
  wait(id: string, text: string): void;
  /** Undoes the newest, one at a time. If that fails, it keeps its state. */
  undoLast(): Promise<void>;
  clear(): void;
}

/** Ids of scans being undone. */
const undoing = new Set<string>();

async function undoNewest(session: string): Promise<void> {
  const { apply } = useScanSessions.getState();
  const getNewest = () => findUndoable(useScanSessions.getState().sessions[session] ?? none);
  const newest = getNewest();
  if (newest === null || undoing.has(newest.id)) return;
  if (newest.state === "refused") {
    apply(session, { kind: "seen", id: newest.id });
    // A wrong answer goes with its question.
    return getNewest()?.state === "ask" ? undoNewest(session) : undefined;
  }
  undoing.add(newest.id);
  try {
    await newest.undo?.();
    apply(session, { kind: "undone", id: newest.id });
  } catch {
    // The undo function reports its failure; the scan keeps its state.
  } finally {
    undoing.delete(newest.id);
  }
}

type Answer = Extract<ScanEvent, { kind: "answered" }>;

/** Creates the functions that record a session's scans. */
function createHandlers(session: string): Omit<ScanSession, "entries" | "canUndo"> {
  const apply = (event: ScanEvent) => useScanSessions.getState().apply(session, event);
  const answer = (state: Answer["state"], id: string, text: string, undo?: Answer["undo"]) =>
    apply({ kind: "answered", id, state, text, ...(undo === undefined ? {} : { undo }) });
  return {
    begin(code) {
      const id = newKey();
      apply({ kind: "begun", id, code, at: Date.now() });
      return id;
    },
    done: (id, text, undo) => answer("done", id, text, undo),
    warn: (id, text, undo) =>
      apply({ kind: "answered", id, state: "done", text, isWarning: true, ...(undo === undefined ? {} : { undo }) }),
    ask: (id, text, undo) => answer("ask", id, text, undo),
    refuse: (id, text, blocks) => apply({ kind: "answered", id, state: "refused", text, ...(blocks === undefined ? {} : { blocks }) }),
    putAway() {
      const newest = findUndoable(useScanSessions.getState().sessions[session] ?? none);
      if (newest?.state === "refused") apply({ kind: "seen", id: newest.id });
    },
    wait: (id, text) => answer("waiting", id, text),
    undoLast: () => undoNewest(session),
    clear: () => useScanSessions.getState().clear(session),
  };
}

/**
 * Returns the scans of a screen. They survive leaving the screen, and belong to one user: after a change of user nobody can undo another's scans.
 * @param name of the screen: `receiving`
 */
export function useScanSession(name: string): ScanSession {
  const { scope } = useCaller();
  const session = `${scope.providerUuid} ${scope.username} ${name}`;
  const entries = useScanSessions(({ sessions }) => sessions[session] ?? none);
  const handlers = useMemo(() => createHandlers(session), [session]);
  return { ...handlers, entries, canUndo: findUndoable(entries) !== null };
}
