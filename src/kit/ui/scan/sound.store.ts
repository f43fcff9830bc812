import { create } from "zustand";
import { readSound, writeSound } from "./sound.storage.ts";

interface SoundStore {
  readonly isOn: boolean;
  toggle(): void;
  /** says what holds on a device that nobody has told otherwise */
  suggest(isOn: boolean): void;
}

/** Whether scans sound on this device; remembered by it. */
export const useSound = create<SoundStore>((set, get) => ({
  isOn: readSound() ?? true,
  toggle() {
    const isOn = !get().isOn;
    writeSound(isOn);
    set({ isOn });
  },
  suggest(isOn) {
    if (readSound() === null) set({ isOn });
  },
}));
