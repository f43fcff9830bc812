import { z } from "zod";
import type { Call } from "#src/api/define-call.ts";
import { getGuide } from "#src/home/guide.contract.ts";
import { getGuideStep, getGuideSteps } from "#src/home/guide.rules.ts";
import type { GuideStep } from "#src/home/guide.rules.ts";
import { listToDos } from "#src/home/to-dos.contract.ts";
import type { ToDo } from "#src/home/to-dos.contract.ts";
import { getToDo, toDoKinds } from "#src/home/to-dos.rules.ts";
import type { ToDoKind } from "#src/home/to-dos.rules.ts";
import { ok } from "#src/lib/result.ts";
import { getAccessRefusal } from "#src/api/access.rules.ts";
import { implement, signedIn } from "#server/http/context.ts";
import type { Actor, CallContext, Implementation } from "#server/http/context.ts";
import { guideSources } from "./guide-sources.ts";
import { toDoSources } from "./to-do-sources.ts";

type Amount = Omit<ToDo, "kind">;

const nothing: Amount = { count: 0, progress: null, debt: null };
const listAnswer = z.object({ total: z.int() });
const rowsAnswer = z.object({ result: z.array(z.unknown()) });
const pricedCards = z.object({ result: z.array(z.object({ current_from: z.string() })) });
const progressAnswer = z.object({ progress: z.object({ done: z.int(), of: z.int() }) });
const walletAnswer = z.object({ balance_cents: z.int(), currency: z.string() });

/** What is asked of a call that is no list. */
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

/** Whether a step is done, where one row in its list is not enough. */
const isStepDone: Partial<Record<GuideStep, (answer: unknown) => boolean>> = {
  // A card without prices charges nothing.
  rateCard: (answer) => pricedCards.parse(answer).result.some(({ current_from }) => current_from !== ""),
};

/** Whether this person can open the page of a to-do and do it there. */
function canDo(actor: Actor, kind: ToDoKind): boolean {
  const { paths, permission } = getToDo(kind);
  const { reads, does } = toDoSources[kind];
  if (actor.isReadOnly || (actor.area !== "p" && actor.area !== "ds") || paths[actor.area] === undefined) return false;
  if (actor.role === "operator" && permission !== undefined && !actor.permissions.includes(permission)) return false;
  return getAccessRefusal(actor, reads) === null && getAccessRefusal(actor, does) === null;
}

/** What the page of a to-do asks its call. */
function getInput(actor: Actor, kind: ToDoKind): object {
  const { filter, isOwn } = getToDo(kind);
  if (special[kind] !== undefined) return {};
  const owner = isOwn === true && actor.role !== "dropShipper" ? { owner_uuid: actor.providerUuid } : {};
  return { ...filter, ...owner, page_size: 1 };
}

/**
 * Counts by the very calls that the pages make, as the same person: a count cannot differ from what its page shows.
 * @param all the implementations of the calls in `toDoSources`
 */
export function homeRoutes(all: readonly Implementation[]): readonly Implementation[] {
  const byName = new Map(all.map((one) => [one.call.name, one]));

  async function answer(call: Call, input: object, context: CallContext): Promise<unknown> {
    const implementation = byName.get(call.name);
    if (implementation === undefined) throw new Error(`home: ${call.name} is not implemented`);
    const result = await implementation.run(call.input.parse(input) as never, context as never);
    return result.ok ? result.value : null;
  }

  const toDos = implement(listToDos, async (_input, context) => {
    const actor = signedIn(context);
    const found: ToDo[] = [];
    for (const kind of toDoKinds.filter((one) => canDo(actor, one))) {
      const value = await answer(toDoSources[kind].reads, getInput(actor, kind), context);
      // A retailer that no supplier lets in has no such thing.
      if (value === null) continue;
      const amount = special[kind]?.(value) ?? { ...nothing, count: listAnswer.parse(value).total };
      if (amount.count > 0) found.push({ kind, ...amount });
    }
    return ok({ to_dos: found });
  });

  const guide = implement(getGuide, async (_input, context) => {
    const actor = signedIn(context);
    const steps: { step: GuideStep; is_done: boolean }[] = [];
    for (const step of actor.isReadOnly ? [] : getGuideSteps(actor.role)) {
      const { filter } = getGuideStep(step);
      const paging = step === "rateCard" ? {} : { page_size: 1 };
      const value = await answer(guideSources[step], { ...filter, ...paging }, context);
      // A retailer without a supplier cannot do the step yet.
      const isDone = value !== null && (isStepDone[step]?.(value) ?? rowsAnswer.parse(value).result.length > 0);
      steps.push({ step, is_done: isDone });
    }
    return ok({ steps });
  });
  return [toDos, guide];
}
