import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import { getNextState } from "#src/kit/lib/machine.ts";
import type { Machine } from "#src/kit/lib/machine.ts";

/** The states of a wave, as in the constraint `wave_status_known`. What happens to picked orders until they leave are states of theirs, not of the wave. */
export const waveStatuses = ["draft", "planned", "released", "held", "picking", "picked", "done", "cancelled"] as const;
export type WaveStatus = (typeof waveStatuses)[number];

/** The events of a wave, named like the calls and texts. */
export const waveEvents = [
  "plan",
  "add",
  "optimize",
  "release",
  "hold",
  "resume",
  "resume_picking",
  "kick",
  "start",
  "finish",
  "complete",
  "cancel",
] as const;
export type WaveEvent = (typeof waveEvents)[number];

/**
 * The life of a wave (domain.md "Wave"). It is a draft until the planner has found its tours. `start` and `finish` follow from the picks: `picked` is derived
 * from the members, and so is `done`: the last of them has left the house (`complete`). A wave from which everything was kicked is cancelled. A held wave resumes where it was: `resume_picking` if anything was picked.
 */
export const waveMachine: Machine<WaveStatus, WaveEvent> = {
  initial: "draft",
  states: waveStatuses,
  transitions: [
    { from: ["draft", "planned"], event: "plan", to: "planned" },
    { from: ["draft", "planned"], event: "add", to: "draft" },
    { from: ["planned"], event: "optimize", to: "planned" },
    { from: ["planned"], event: "release", to: "released" },
    { from: ["released", "picking"], event: "hold", to: "held" },
    { from: ["held"], event: "resume", to: "released" },
    { from: ["held"], event: "resume_picking", to: "picking" },
    { from: ["draft"], event: "kick", to: "draft" },
    { from: ["planned"], event: "kick", to: "planned" },
    { from: ["released"], event: "kick", to: "released" },
    { from: ["held"], event: "kick", to: "held" },
    { from: ["picking"], event: "kick", to: "picking" },
    { from: ["picked"], event: "kick", to: "picked" },
    { from: ["released"], event: "start", to: "picking" },
    { from: ["released", "picking", "held"], event: "finish", to: "picked" },
    { from: ["picked"], event: "complete", to: "done" },
    { from: ["draft", "planned", "released", "held", "picking", "picked"], event: "cancel", to: "cancelled" },
  ],
};

/** Who works with waves; an operator needs the permission. */
export const waveRoles = ["provider", "operator"] as const satisfies readonly Role[];

/** Returns the state after `event`, or null if it is not allowed: used by buttons and commands. */
export function getNextWaveStatus(status: WaveStatus, event: WaveEvent): WaveStatus | null {
  return getNextState(waveMachine, status, event);
}
