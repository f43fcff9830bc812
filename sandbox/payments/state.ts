import type { Sandbox } from "./exchange.ts";
import type { State } from "./state-file.ts";
import { codeOf, readState, writeState } from "./state-file.ts";

/** Writes the state down as it changes. */
interface StateKeeper {
  /** Something has changed: it is written soon, together with what changes meanwhile. */
  changed(): void;
  /** Writes what is not written yet, and nothing after it. */
  close(): void;
}

const pauseMs = 50;
const retryMs = 1000;

function stateOf({ account, answers }: Sandbox): State {
  const kept = Object.entries(account.kept).map(([name, shelf]): [string, unknown[]] => [name, [...shelf]]);
  return { origin: account.origin, aheadMs: account.clock.aheadMs(), kept: Object.fromEntries(kept), answers: [...answers] };
}

/** The addresses in it lead to this server where it listens now. */
function movedTo(origin: string, state: State): State {
  if (state.origin === origin) return state;
  return JSON.parse(JSON.stringify(state).replaceAll(`${state.origin}/`, `${origin}/`)) as State;
}

/**
 * Puts what an earlier run has kept into a sandbox that has nothing yet and knows its own address; events that were not taken are sent again.
 * @throws UnreadableState where the file cannot be opened
 */
export function restoreState({ account, answers, deliveries }: Sandbox, path: string): void {
  const read = readState(path);
  if (read === null) return;
  const state = movedTo(account.origin, read);
  account.clock.setAhead(state.aheadMs);
  for (const [name, shelf] of Object.entries(account.kept)) {
    const items = state.kept[name] ?? [];
    if (shelf instanceof Set) for (const item of items) shelf.add(String(item));
    else for (const [id, one] of items as [string, unknown][]) shelf.set(id, one);
  }
  for (const [key, answer] of state.answers) answers.set(key, answer);
  for (const event of account.events.values()) if (event.pending_webhooks > 0) deliveries.add(event);
}

/** Keeps a sandbox's state in a file. One that cannot be written is said once and tried again; the sandbox goes on meanwhile. */
export function keepState(path: string, sandbox: () => Sandbox): StateKeeper {
  let timer: NodeJS.Timeout | null = null;
  let isFailing = false;
  let isClosed = false;

  function soon(ms: number): void {
    if (isClosed) return;
    timer ??= setTimeout(write, ms);
    timer.unref();
  }

  function write(): void {
    timer = null;
    try {
      writeState(path, stateOf(sandbox()));
      isFailing = false;
    } catch (error) {
      if (!isFailing) process.stderr.write(`payments: the state cannot be written to ${path} (${codeOf(error)})\n`);
      isFailing = true;
      soon(retryMs);
    }
  }

  return {
    changed: () => soon(pauseMs),
    close: () => {
      isClosed = true;
      if (timer === null) return;
      clearTimeout(timer);
      write();
    },
  };
}
