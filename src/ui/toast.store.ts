import { create } from "zustand";

export interface Toast {
  id: number;
  tone: "normal" | "good" | "bad";
  text: string;
}

interface ToastRules {
  /** how long one is in sight */
  readonly ms: number;
  /** bad news stays until it is put away */
  readonly badStays: boolean;
}

/** The extension's: good news goes by itself, bad news stays. The web application has 3 s for all (specification, section 9). */
let rules: ToastRules = { ms: 6000, badStays: true };

/** Sets how long toasts stay; called once, before the first drawing. */
export function setToastRules(given: ToastRules): void {
  rules = given;
}

interface ToastStore {
  toasts: readonly Toast[];
  show: (tone: Toast["tone"], text: string) => void;
  putAway: (id: number) => void;
}

let lastId = 0;

export const useToasts = create<ToastStore>((set, get) => ({
  toasts: [],
  show(tone, text) {
    lastId += 1;
    const id = lastId;
    // The same sentence twice is one toast, and three at once are enough to read.
    const others = get().toasts.filter((toast) => toast.text !== text);
    set({ toasts: [...others, { id, tone, text }].slice(-3) });
    if (tone !== "bad" || !rules.badStays) setTimeout(() => get().putAway(id), rules.ms);
  },
  putAway(id) {
    set({ toasts: get().toasts.filter((toast) => toast.id !== id) });
  },
}));
