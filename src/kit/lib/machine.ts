/**
 * A state machine as a table with one row per transition. The same table drives buttons, commands and tests.
 */
export interface Transition<S extends string, E extends string> {
  readonly from: readonly S[];
  readonly event: E;
  readonly to: S;
}

export interface Machine<S extends string, E extends string> {
  readonly initial: S;
  readonly states: readonly S[];
  readonly transitions: readonly Transition<S, E>[];
}

/** Returns the state after `event`, or null if the table does not allow it. */
export function getNextState<S extends string, E extends string>(machine: Machine<S, E>, state: S, event: E): S | null {
  return machine.transitions.find((row) => row.event === event && row.from.includes(state))?.to ?? null;
}

/** Returns the states in which `event` is allowed, for a statement that changes many rows at once. */
export function listStatesBefore<S extends string, E extends string>(machine: Machine<S, E>, event: E): S[] {
  return machine.transitions.flatMap((row) => (row.event === event ? row.from : []));
}

/** Returns the state to which `event` leads. @throws Error if it leads to none, or to several */
export function getStateAfter<S extends string, E extends string>(machine: Machine<S, E>, event: E): S {
  const [state, ...others] = new Set(machine.transitions.filter((row) => row.event === event).map(({ to }) => to));
  if (state === undefined || others.length > 0) throw new Error(`${event} leads to ${others.length === 0 ? "no state" : "several states"}`);
  return state;
}

/** Returns the events that `state` accepts, in the table's order. */
export function listAllowedEvents<S extends string, E extends string>(machine: Machine<S, E>, state: S): E[] {
  return machine.transitions.filter((row) => row.from.includes(state)).map((row) => row.event);
}
