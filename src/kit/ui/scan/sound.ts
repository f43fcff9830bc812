import { useSound } from "./sound.store.ts";

/** How a scan went: heard, felt, and shown elsewhere. */
export type SoundName = "good" | "bad" | "ask";

interface Tone {
  /** Hz */
  readonly pitch: number;
  /** ms from now */
  readonly from: number;
  /** ms */
  readonly length: number;
}

/** Good is a short high tone, bad a low double one (brand); a question is two that rise. */
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

/** The one context of this page; null where the browser has none or gives no more. */
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
  // Rising and falling within a few ms: a tone that is cut off clicks.
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(wave === "square" ? 0.12 : 0.3, start + 0.008);
  volume.gain.setValueAtTime(wave === "square" ? 0.12 : 0.3, end - 0.02);
  volume.gain.linearRampToValueAtTime(0, end);
  const source = new OscillatorNode(context, { type: wave, frequency: pitch });
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(end);
}

/** Sounds and shakes, where this device can and its sound is on. Silent on a page that nobody has touched yet. */
export function sound(name: SoundName): void {
  if (!useSound.getState().isOn) return;
  const { wave, notes, shakeMs } = tones[name];
  // Not on every browser, and never without a device that can.
  if ("vibrate" in navigator) navigator.vibrate(shakeMs);
  const context = audioOfPage();
  if (context === null) return;
  // A browser holds a context back until somebody has pressed something.
  if (context.state === "suspended") void context.resume().catch(() => undefined);
  for (const note of notes) play(context, wave, note);
}
