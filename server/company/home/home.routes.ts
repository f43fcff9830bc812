import { z } from "zod";
import type { Call } from "#src/kit/api/define-call.ts";
import { getGuide } from "#src/company/home/guide.contract.ts";
import { getGuideStep, getGuideSteps } from "#src/company/home/guide.rules.ts";
import type { GuideStep } from "#src/company/home/guide.rules.ts";
import { listToDos } from "#src/company/home/to-dos.contract.ts";
import type { ToDo } from "#src/company/home/to-dos.contract.ts";
import { getToDo, toDoKinds } from "#src/company/home/to-dos.rules.ts";
import type { ToDoKind } from "#src/company/home/to-dos.rules.ts";
import { ok } from "#src/kit/lib/result.ts";
import { getAccessRefusal } from "#src/kit/api/access.rules.ts";
import { implement, requireActor } from "#server/platform/http/context.ts";
import type { Actor, CallContext, Implementation } from "#server/platform/http/context.ts";

/** The calls behind a to-do. */
export interface ToDoSource {
  /** the call of its page: the total of the filtered list is the count */
  readonly reads: Call;
  /** the call that completes it: people who may not make it have no such to-do */
  readonly does: Call;
}

/** The calls behind home, from every part of the product. */
export interface HomeSources {
  readonly toDos: Readonly<Record<ToDoKind, ToDoSource>>;
  /** the list call of each step: the step is done once the list has a row */
  readonly guide: Readonly<Record<GuideStep, Call>>;
}

type Amount = Omit<ToDo, "kind">;

const nothing: Amount = { count: 0, progress: null, debt: null };
const listAnswer = z.object({ total: z.int() });
const rowsAnswer = z.object({ result: z.array(z.unknown()) });
const pricedCards = z.object({ result: z.array(z.object({ current_from: z.string() })) });
const progressAnswer = z.object({ progress: z.object({ done: z.int(), of: z.int() }) });
const walletAnswer = z.object({ balance_cents: z.int(), currency: z.string() });

/** How the amount is read from a call that is not a list. */
const special: Partial<Record<ToDoKind, (answer: unknown) => Amount>> = {
  payWallet(answer) {
    const { balance_cents, currency } = walletAnswer.parse(answer);
    return balance_cents < 0 ? { ...nothing, count: 1, debt: { cents: -balance_cents, currency } } : nothing;
  },
  keyInformation(answer) {
    const { progress } = progressAnswer.parse(answer);
    return progress.done < progress.of ? { ...nothing, count: 1, progress } : nothing;
  },
};

/** Whether a step is done, if one row in its list is not enough. */
const isStepDone: Partial<Record<GuideStep, (answer: unknown) => boolean>> = {
  // A card without prices charges nothing.
  rateCard: (answer) => pricedCards.parse(answer).result.some(({ current_from }) => current_from !== ""),
};

/** Whether this person can open the page of a to-do and complete it there. */
function canDo(actor: Actor, kind: ToDoKind, { reads, does }: ToDoSource): boolean {
  const { paths, permission } = getToDo(kind);
  if (actor.isReadOnly || (actor.area !== "p" && actor.area !== "ds") || paths[actor.area] === undefined) return false;
  if (actor.role === "operator" && permission !== undefined && !actor.permissions.includes(permission)) return false;
  return getAccessRefusal(actor, reads) === null && getAccessRefusal(actor, does) === null;
}

/** Returns the input with which a to-do's page makes its call. */
function getInput(actor: Actor, kind: ToDoKind): object {
  const { filter, isOwn } = getToDo(kind);
  if (special[kind] !== undefined) return {};
  const owner = isOwn === true && actor.role !== "dropShipper" ? { owner_uuid: actor.providerUuid } : {};
  return { ...filter, ...owner, page_size: 1 };
}

/**
 * Counts with the same calls that the pages make, as the same person: a count cannot differ from what its page shows.
 * @param all the implementations of the calls in `sources`
 */
export function homeRoutes(all: readonly Implementation[], sources: HomeSources): readonly Implementation[] {
  const byName = new Map(all.map((one) => [one.call.name, one]));

  async function answer(call: Call, input: object, context: CallContext): Promise<unknown> {
    const implementation = byName.get(call.name);
    if (implementation === undefined) throw new Error(`home: ${call.name} is not implemented`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this call's handler; its schema has parsed the input
    const result = await implementation.run(call.input.parse(input) as never, context as never);
    return result.ok ? result.value : null;
  }

  const toDos = implement(listToDos, async (_input, context) => {
    const actor = requireActor(context);
    const found: ToDo[] = [];
    for (const kind of toDoKinds.filter((one) => canDo(actor, one, sources.toDos[one]))) {
      const value = await answer(sources.toDos[kind].reads, getInput(actor, kind), context);
      // A retailer without a provider has no such list.
      if (value === null) continue;
      const amount = special[kind]?.(value) ?? { ...nothing, count: listAnswer.parse(value).total };
      if (amount.count > 0) found.push({ kind, ...amount });
    }
    return ok({ to_dos: found });
  });

  const guide = implement(getGuide, async (_input, context) => {
    const actor = requireActor(context);
    const steps: { step: GuideStep; is_done: boolean }[] = [];
    for (const step of actor.isReadOnly ? [] : getGuideSteps(actor.role)) {
      const { filter } = getGuideStep(step);
      const paging = step === "rateCard" ? {} : { page_size: 1 };
      const value = await answer(sources.guide[step], { ...filter, ...paging }, context);
      // A retailer without a supplier cannot take the step yet.
      const isDone = value !== null && (isStepDone[step]?.(value) ?? rowsAnswer.parse(value).result.length > 0);
      steps.push({ step, is_done: isDone });
    }
    return ok({ steps });
  });
  return [toDos, guide];
}
