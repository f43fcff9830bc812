import { create } from "zustand";
import { readSound, writeSound } from "./sound.storage.ts";

interface SoundStore {
  readonly isOn: boolean;
  toggle(): void;
  /** sets the default for a device on which the user has not chosen */
  suggest(isOn: boolean): void;
}

/** Whether scans play sounds on this device; stored on the device. */
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
