import { create } from "zustand";

export interface Toast {
  readonly id: number;
  readonly tone: "normal" | "good" | "bad";
  readonly text: string;
  /** when it was shown, in ms of `Date.now()` */
  readonly at: number;
}

interface ToastRules {
  /** how long a toast is shown */
  readonly ms: number;
  /** problems stay until dismissed */
  readonly badStays: boolean;
}

/** The extension's rules: successes disappear, problems stay. In the web application all disappear after 3 s (specification, section 9). */
let rules: ToastRules = { ms: 6000, badStays: true };

/** Sets how long toasts stay. Call once, before the first rendering. */
export function setToastRules(given: ToastRules): void {
  rules = given;
}

interface ToastStore {
  toasts: readonly Toast[];
  show: (tone: Toast["tone"], text: string) => void;
  dismiss: (id: number) => void;
  /** while a toast is hovered or focused, none disappears by itself */
  pause: () => void;
  resume: () => void;
  /** called on another page: removes the toasts shown before the action that led there */
  leavePage: () => void;
}

/** A toast shown within this time before another page appears belongs to the action that led there. */
const ofActMs = 500;

let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function start({ id, tone }: Toast, dismiss: (id: number) => void): void {
  if (tone !== "bad" || !rules.badStays)
    timers.set(
      id,
      setTimeout(() => dismiss(id), rules.ms),
    );
}

function stop(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

export const useToasts = create<ToastStore>((set, get) => ({
  toasts: [],
  show(tone, text) {
    lastId += 1;
    const toast: Toast = { id: lastId, tone, text, at: Date.now() };
    // The same text twice is one toast, and at most three are shown.
    const others = get().toasts.filter((one) => one.text !== text);
    set({ toasts: [...others, toast].slice(-3) });
    start(toast, get().dismiss);
  },
  dismiss(id) {
    stop(id);
    set({ toasts: get().toasts.filter((toast) => toast.id !== id) });
  },
  pause() {
    for (const { id } of get().toasts) stop(id);
  },
  resume() {
    for (const toast of get().toasts) if (!timers.has(toast.id)) start(toast, get().dismiss);
  },
  leavePage() {
    const old = get().toasts.filter(({ at }) => Date.now() - at > ofActMs);
    for (const { id } of old) get().dismiss(id);
  },
}));
