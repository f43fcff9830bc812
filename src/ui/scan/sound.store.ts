import { create } from "zustand";
import { readSound, writeSound } from "./sound.storage.ts";

interface SoundStore {
  readonly isOn: boolean;
  toggle(): void;
}

/** Whether scans sound on this device; remembered by it. */
export const useSound = create<SoundStore>((set, get) => ({
  isOn: readSound(),
  toggle() {
    const isOn = !get().isOn;
    writeSound(isOn);
    set({ isOn });
  },
}));
