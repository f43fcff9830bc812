import { z } from "zod";
import type { Call } from "#src/kit/api/define-call.ts";
import { figureNames, getFigure } from "#src/company/home/figures.rules.ts";
import type { Figure } from "#src/company/home/figures.rules.ts";
import { getGuide } from "#src/company/home/guide.contract.ts";
import { getGuideStep, getGuideSteps } from "#src/company/home/guide.rules.ts";
import type { GuideStep } from "#src/company/home/guide.rules.ts";
import { listToDos } from "#src/company/home/to-dos.contract.ts";
import type { ToDo } from "#src/company/home/to-dos.contract.ts";
import { getToDo, toDoKinds } from "#src/company/home/to-dos.rules.ts";
import type { ToDoKind } from "#src/company/home/to-dos.rules.ts";
import { ok } from "#src/kit/lib/result.ts";
import { getAccessRefusal } from "#src/kit/api/access.rules.ts";
import { countOnly } from "#server/platform/db/list-count.ts";
import { implement, requireActor } from "#server/platform/http/context.ts";
import type { Actor, CallContext, Implementation } from "#server/platform/http/context.ts";

/** The calls behind a to-do. */
export interface ToDoSource {
  /** the call of its page: the total of the filtered list is the count */
  readonly reads: Call;
  /** the call that completes it: people who may not make it have no such to-do */
  readonly does: Call;
  /** reads the amount with the query of that call, if the call itself is not a list; null if this person has none */
  readonly readAmount?: (context: CallContext) => Promise<ToDoAmount | null>;
}

/** The calls behind home, from every part of the product. */
export interface HomeSources {
  readonly toDos: Readonly<Record<ToDoKind, ToDoSource>>;
  /** the list call of each figure */
  readonly figures: Readonly<Record<Figure, Call>>;
  /** the list call of each step: the step is done once the list has a row */
  readonly guide: Readonly<Record<GuideStep, Call>>;
}

/** How much there is to do of a kind. */
export type ToDoAmount = Omit<ToDo, "kind">;

const listAnswer = z.object({ total: z.int() });
const pricedCards = z.object({ result: z.array(z.object({ current_from: z.string() })) });

/** Whether a step is done, for a call that is not a list of pages. */
const isStepDone: Partial<Record<GuideStep, (answer: unknown) => boolean>> = {
  // A card without prices charges nothing.
  rateCard: (answer) => pricedCards.parse(answer).result.some(({ current_from }) => current_from !== ""),
};

const totes = z.object({ orders_to_sort: z.int() });

/** What a figure counts, for a call that is not a list of pages. */
const countOf: Partial<Record<Figure, (answer: unknown) => number>> = {
  toSort: (answer) => totes.parse(answer).orders_to_sort,
};

/** Whether this person can open the page of a to-do and complete it there. */
function canDo(actor: Actor, kind: ToDoKind, { reads, does }: ToDoSource): boolean {
  const { paths, permission } = getToDo(kind);
  if (actor.isReadOnly || (actor.area !== "p" && actor.area !== "ds") || paths[actor.area] === undefined) return false;
  if (actor.role === "operator" && permission !== undefined && !actor.permissions.includes(permission)) return false;
  return getAccessRefusal(actor, reads) === null && getAccessRefusal(actor, does) === null;
}

/** Whether this person can open the page of a figure. */
function canSee(actor: Actor, figure: Figure, reads: Call): boolean {
  const { pages, permission } = getFigure(figure);
  if ((actor.area !== "p" && actor.area !== "ds") || pages[actor.area] === undefined) return false;
  if (actor.role === "operator" && !actor.permissions.includes(permission)) return false;
  return getAccessRefusal(actor, reads) === null;
}

/** Returns the input with which a to-do's page makes its call. */
function getInput(actor: Actor, kind: ToDoKind): object {
  const { filter, isOwn } = getToDo(kind);
  const owner = isOwn === true && actor.role !== "dropShipper" ? { owner_uuid: actor.providerUuid } : {};
  return { ...filter, ...owner };
}

/**
 * Counts with the same calls that the pages make, as the same person: a count cannot differ from what its page shows. The calls run side by side, so that
 * their statements take one round trip.
 * @param all the implementations of the calls in `sources`
 */
export function homeRoutes(all: readonly Implementation[], sources: HomeSources): readonly Implementation[] {
  const byName = new Map(all.map((one) => [one.call.name, one]));

  async function answer(call: Call, input: object, context: CallContext): Promise<unknown> {
    const implementation = byName.get(call.name);
    if (implementation === undefined) throw new Error(`home: the list of calls lacks ${call.name}`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this call's handler; its schema has parsed the input
    const result = await implementation.run(call.input.parse(input) as never, context as never);
    return result.ok ? result.value : null;
  }

  /** Returns null if this person has no such list: a retailer without a provider. */
  async function readAmount(kind: ToDoKind, context: CallContext): Promise<ToDoAmount | null> {
    const { reads, readAmount: readOther } = sources.toDos[kind];
    if (readOther !== undefined) return readOther(context);
    const value = await countOnly(() => answer(reads, getInput(requireActor(context), kind), context));
    return value === null ? null : { count: listAnswer.parse(value).total, progress: null, debt: null };
  }

  async function readFigure(figure: Figure, context: CallContext): Promise<{ figure: Figure; count: number } | null> {
    const value = await countOnly(() => answer(sources.figures[figure], getFigure(figure).filter, context));
    return value === null ? null : { figure, count: countOf[figure]?.(value) ?? listAnswer.parse(value).total };
  }

  async function readStep(step: GuideStep, context: CallContext): Promise<{ step: GuideStep; is_done: boolean }> {
    const value = await countOnly(() => answer(sources.guide[step], getGuideStep(step).filter, context), 1);
    // A retailer without a supplier cannot take the step yet.
    const isDone = value !== null && (isStepDone[step]?.(value) ?? listAnswer.parse(value).total > 0);
    return { step, is_done: isDone };
  }

  const toDos = implement(listToDos, async (_input, context) => {
    const actor = requireActor(context);
    const kinds = toDoKinds.filter((kind) => canDo(actor, kind, sources.toDos[kind]));
    const seen = figureNames.filter((figure) => canSee(actor, figure, sources.figures[figure]));
    const [amounts, figures] = await Promise.all([
      Promise.all(kinds.map(async (kind) => ({ kind, amount: await readAmount(kind, context) }))),
      Promise.all(seen.map((figure) => readFigure(figure, context))),
    ]);
    return ok({
      figures: figures.filter((figure) => figure !== null),
      to_dos: amounts.flatMap(({ kind, amount }) => (amount === null || amount.count === 0 ? [] : [{ kind, ...amount }])),
    });
  });

  const guide = implement(getGuide, async (_input, context) => {
    const actor = requireActor(context);
    const steps = actor.isReadOnly ? [] : getGuideSteps(actor.role);
    return ok({ steps: await Promise.all(steps.map((step) => readStep(step, context))) });
  });
  return [toDos, guide];
}
