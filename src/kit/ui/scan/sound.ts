import { useSound } from "./sound.store.ts";

/** The result of a scan as a sound and a vibration. */
export type SoundName = "good" | "bad" | "ask";

interface Tone {
  /** Hz */
  readonly pitch: number;
  /** ms from now */
  readonly from: number;
  /** ms */
  readonly length: number;
}

/** Good is a short high tone, bad two low ones (brand); a question is two rising ones. */
const tones: Readonly<Record<SoundName, { readonly wave: OscillatorType; readonly notes: readonly Tone[]; readonly shakeMs: number[] }>> = {
  good: { wave: "sine", notes: [{ pitch: 1760, from: 0, length: 90 }], shakeMs: [40] },
  bad: {
    wave: "square",
    notes: [
      { pitch: 196, from: 0, length: 160 },
      { pitch: 165, from: 220, length: 220 },
    ],
    shakeMs: [160, 60, 220],
  },
  ask: {
    wave: "sine",
    notes: [
      { pitch: 660, from: 0, length: 90 },
      { pitch: 880, from: 120, length: 90 },
    ],
    shakeMs: [60, 60, 60],
  },
};

let audio: AudioContext | null = null;

/** The page's only audio context; null if the browser has none or refuses to create one. */
function audioOfPage(): AudioContext | null {
  if (typeof AudioContext === "undefined") return null;
  try {
    audio ??= new AudioContext();
    return audio;
  } catch {
    return null;
  }
}

function play(context: AudioContext, wave: OscillatorType, { pitch, from, length }: Tone): void {
  const start = context.currentTime + from / 1000;
  const end = start + length / 1000;
  const volume = context.createGain();
  // Fade in and out within a few ms: a tone that is cut off clicks.
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(wave === "square" ? 0.12 : 0.3, start + 0.008);
  volume.gain.setValueAtTime(wave === "square" ? 0.12 : 0.3, end - 0.02);
  volume.gain.linearRampToValueAtTime(0, end);
  const source = new OscillatorNode(context, { type: wave, frequency: pitch });
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(end);
}

/** Plays the sound and vibrates, if sound is on and the device can. Silent until the user has interacted with the page. */
export function sound(name: SoundName): void {
  if (!useSound.getState().isOn) return;
  const { wave, notes, shakeMs } = tones[name];
  // Not every browser has it, and it has no effect on a device without a motor.
  if ("vibrate" in navigator) navigator.vibrate(shakeMs);
  const context = audioOfPage();
  if (context === null) return;
  // Browsers suspend an audio context until the user interacts with the page.
  if (context.state === "suspended") void context.resume().catch(() => undefined);
  for (const note of notes) play(context, wave, note);
}
