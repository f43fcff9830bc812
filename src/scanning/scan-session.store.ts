import { useMemo } from "react";
import { create } from "zustand";
import { useCaller } from "#src/api/caller.tsx";
import { newKey } from "#src/api/client.ts";
import type { ScanEntry } from "#src/ui/scan/scan-entry.ts";
import type { ScanEvent } from "./scan-session.rules.ts";
import { undoable, withEvent } from "./scan-session.rules.ts";

interface ScanSessions {
  readonly sessions: Readonly<Record<string, readonly ScanEntry[]>>;
  hear(session: string, event: ScanEvent): void;
  clear(session: string): void;
}

const none: readonly ScanEntry[] = [];

const useScanSessions = create<ScanSessions>((set, get) => ({
  sessions: {},
  hear: (session, event) => set({ sessions: { ...get().sessions, [session]: withEvent(get().sessions[session] ?? none, event) } }),
  clear: (session) => set({ sessions: { ...get().sessions, [session]: none } }),
}));

/** The scans of one screen and one person, and what a screen says of them. */
export interface ScanSession {
  /** newest first */
  readonly entries: readonly ScanEntry[];
  /** whether the newest can be taken back now */
  readonly canUndo: boolean;
  /** A scan is taken. @returns its id, by which the rest is said */
  begin(code: string): string;
  /** It did what `text` says; `undo` takes it back and throws where it could not. */
  done(id: string, text: string, undo?: () => Promise<void> | void): void;
  /** The person is asked for something: a scan, a number, a yes; `undo` gives up on it. */
  ask(id: string, text: string, undo?: () => Promise<void> | void): void;
  refuse(id: string, text: string): void;
  /** It is kept until the server can be reached. */
  wait(id: string, text: string): void;
  /** Takes the newest back; one press at a time. Where that fails, it stays as it was. */
  undoLast(): Promise<void>;
  clear(): void;
}

/** Ids of what is being taken back. */
const undoing = new Set<string>();

async function undoNewest(session: string): Promise<void> {
  const { sessions, hear } = useScanSessions.getState();
  const newest = undoable(sessions[session] ?? none);
  if (newest === null || undoing.has(newest.id)) return;
  undoing.add(newest.id);
  try {
    await newest.undo?.();
    hear(session, { kind: "undone", id: newest.id });
  } catch {
    // Whoever undoes says why it could not be; the scan stands as it was.
  } finally {
    undoing.delete(newest.id);
  }
}

type Answer = Extract<ScanEvent, { kind: "answered" }>;

/** What is said of a session's scans. */
function deedsOf(session: string): Omit<ScanSession, "entries" | "canUndo"> {
  const hear = (event: ScanEvent) => useScanSessions.getState().hear(session, event);
  const answer = (state: Answer["state"], id: string, text: string, undo?: Answer["undo"]) =>
    hear({ kind: "answered", id, state, text, ...(undo === undefined ? {} : { undo }) });
  return {
    begin(code) {
      const id = newKey();
      hear({ kind: "begun", id, code, at: Date.now() });
      return id;
    },
    done: (id, text, undo) => answer("done", id, text, undo),
    ask: (id, text, undo) => answer("ask", id, text, undo),
    refuse: (id, text) => answer("refused", id, text),
    wait: (id, text) => answer("waiting", id, text),
    undoLast: () => undoNewest(session),
    clear: () => useScanSessions.getState().clear(session),
  };
}

/**
 * The scans of a screen. They stay while one goes elsewhere and back, and belong to one person: after a change of hands nobody takes back what
 * another has done.
 * @param name of the screen: `receiving`
 */
export function useScanSession(name: string): ScanSession {
  const { scope } = useCaller();
  const session = `${scope.providerUuid} ${scope.username} ${name}`;
  const entries = useScanSessions(({ sessions }) => sessions[session] ?? none);
  const deeds = useMemo(() => deedsOf(session), [session]);
  return { ...deeds, entries, canUndo: undoable(entries) !== null };
}
