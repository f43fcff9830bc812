import type { Machine } from "#src/kit/lib/machine.ts";

/**
 * The life of a collecting job.
 * - running: requests page by page, or waits for its turn or for its tab to come back after a reload
 * - paused: by the person; interrupted: its tab was closed; blocked: a problem that needs the person
 * - limited: the plan's limit was reached and there is more; done: everything that matches was read; cancelled: by the person
 */
export const jobStatuses = ["running", "paused", "interrupted", "blocked", "limited", "done", "cancelled"] as const;
export type JobStatus = (typeof jobStatuses)[number];

export const jobEvents = ["pause", "resume", "cancel", "tabClosed", "block", "limit", "finish", "lookAgain"] as const;
export type JobEvent = (typeof jobEvents)[number];

export const jobMachine: Machine<JobStatus, JobEvent> = {
  initial: "running",
  states: jobStatuses,
  transitions: [
    { from: ["running"], event: "pause", to: "paused" },
    // `limited` resumes only under a plan that allows more: the command checks it (job.rules.ts).
    { from: ["paused", "interrupted", "blocked", "limited"], event: "resume", to: "running" },
    { from: ["running", "paused", "interrupted", "blocked", "limited"], event: "cancel", to: "cancelled" },
    { from: ["running"], event: "tabClosed", to: "interrupted" },
    { from: ["running"], event: "block", to: "blocked" },
    { from: ["running"], event: "limit", to: "limited" },
    { from: ["running"], event: "finish", to: "done" },
    // Reads again from page one and keeps what is stored: finds reviews that moved between pages while reading.
    { from: ["done", "cancelled"], event: "lookAgain", to: "running" },
  ],
};
