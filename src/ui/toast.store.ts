import { create } from "zustand";

export interface Toast {
  id: number;
  tone: "normal" | "good" | "bad";
  text: string;
}

/** Good news goes by itself; bad news stays until it is put away. */
export const toastMs = 6000;

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
    if (tone !== "bad") setTimeout(() => get().putAway(id), toastMs);
  },
  putAway(id) {
    set({ toasts: get().toasts.filter((toast) => toast.id !== id) });
  },
}));
