import { z } from "zod";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { CallerContext } from "#src/kit/api/call-hooks.tsx";
import type { Client } from "#src/kit/api/client.ts";
import { CallProblem } from "#src/kit/api/client.ts";
import type { InputOf, OutputOf } from "#src/kit/api/define-call.ts";
import { defineCall } from "#src/kit/api/define-call.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import type { Filter } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { Group, Shown } from "./shown.tsx";
import { own } from "./words.ts";

const row = z.object({ number: z.int(), parcels: z.int(), is_open: z.boolean() });
type Row = z.infer<typeof row>;

/** A sample call that this page answers; the server has no such call. */
const suppliers = defineCall({
  name: "dev.suppliers",
  method: "GET",
  path: "/api/dev/suppliers",
  summary: "Rows of the component page.",
  roles: "anyone",
  input: z.strictObject({
    ...listInput,
    name: z.string().optional(),
    status: z.enum(["open", "closed"]).optional(),
    sort: z.string().optional(),
  }),
  output: listOutput(row),
  codes: [],
});

type State = "rows" | "chosen" | "loading" | "failed" | "nothing";

const total = 12_480;
const rowAt = (number: number): Row => ({ number, parcels: (number * 7919) % 1000, is_open: number % 4 !== 0 });
const refusal = { en_us: "It still has parcels in the house.", zh_cn: "仓库里还有它的包裹。" };

const filters: readonly Filter<InputOf<typeof suppliers>>[] = [
  { field: "name", label: own("list.name"), kind: "text" },
  {
    field: "status",
    label: own("list.status"),
    kind: "choice",
    options: [
      { value: "open", text: own("list.open") },
      { value: "closed", text: own("list.closed") },
    ],
  },
];

/** Each state has a list with its own name, because list names are unique on a page. */
const getList = (state: State) =>
  defineList({
    name: `dev.${state}`,
    call: suppliers,
    title: own(`list.titles.${state}`),
    rowKey: ({ number }) => String(number),
    cardTitle: "name",
    columns: [
      { id: "name", title: own("list.name"), text: ({ number }, { t }) => t(own("list.supplier"), { number }), sort: "name" },
      { id: "number", title: own("list.number"), text: ({ number }) => String(number), align: "end" },
      {
        id: "parcels",
        title: own("list.parcels"),
        text: ({ parcels }, { locale }) => parcels.toLocaleString(locale),
        align: "end",
        sort: "parcels",
      },
      {
        id: "status",
        title: own("list.status"),
        text: ({ is_open }, { t }) => t(own(is_open ? "list.open" : "list.closed")),
        render: ({ is_open }, { t }) => (
          <StatusTag tone={is_open ? "good" : "quiet"} text={t(own(is_open ? "list.open" : "list.closed"))} />
        ),
      },
      { id: "notes", title: own("list.notes"), text: ({ number }, { t }) => t(own("list.note"), { number }), maxWidthPx: 280 },
      { id: "city", title: own("list.city"), text: (_row, { t }) => t(own("list.harbour")), isHidden: true },
    ],
    // Only one list has filters, because a page can have only one search landmark.
    ...(state === "rows" ? { filters } : {}),
    actions: [
      { id: "add", label: own("list.add"), needs: "none", isPrimary: true, perform: () => undefined },
      {
        id: "approve",
        label: own("list.approve"),
        needs: "some",
        perform: async ({ rows, t }) => ({
          done: rows.filter(({ number }) => number % 2 === 0).length,
          failed: rows
            .filter(({ number }) => number % 2 === 1)
            .map(({ number }) => ({ id: String(number), label: t(own("list.supplier"), { number }), message: refusal })),
        }),
      },
      {
        id: "remove",
        label: own("list.remove"),
        needs: "some",
        isDangerous: true,
        confirm: own("list.removeConfirm"),
        perform: () => undefined,
      },
    ],
    empty: { text: own("list.none"), action: "add" },
  });

type Answer = (first: number, size: number) => Promise<OutputOf<typeof suppliers>>;

const pages: Answer = async (first, size) => {
  const next = Math.min(first + size, total);
  const rows = Array.from({ length: Math.max(0, next - first) }, (_, at) => rowAt(first + at + 1));
  return { result: rows, total, total_is_exact: true, next_cursor: next < total ? String(next) : null };
};
const nothing: Answer = async () => ({ result: [], total: 0, total_is_exact: true, next_cursor: null });
const never: Answer = () => new Promise(() => undefined);
const failed: Answer = () => Promise.reject(new CallProblem("network", 0, null));

/** Creates a caller whose calls are answered here. Each state has its own, so that cached responses are not shared. */
function callerWith(state: State, answer: Answer): Caller {
  const client: Client = {
    call: async (_call, input) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the sample client answers the sample list only
      const { cursor, cur_page = 1, page_size = 100 } = input as { cursor?: string; cur_page?: number; page_size?: number };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the sample client answers the sample list only
      return (await answer(cursor === undefined ? (cur_page - 1) * page_size : Number(cursor), page_size)) as never;
    },
    file: () => Promise.reject(new CallProblem("network", 0, null)),
  };
  return { area: null, client, scope: { username: `dev-${state}`, providerUuid: "" }, role: null, permissions: [], isReadOnly: false };
}

const shown = (
  [
    ["rows", pages],
    ["chosen", pages],
    ["loading", never],
    ["failed", failed],
    ["nothing", nothing],
  ] as const
).map(([state, answer]) => ({
  state,
  caller: callerWith(state, answer),
  definition: getList(state),
}));

/** Returns the checkboxes of a list's rows. */
const listBoxes = (part: HTMLElement) => [...part.querySelectorAll<HTMLInputElement>('[data-part="check"]')];

/** Selects three rows and approves them; two of them fail. */
function approveThree(part: HTMLElement, t: Translate): boolean {
  const boxes = listBoxes(part).slice(0, 3);
  if (boxes.length < 3) return false;
  if (boxes.every(({ checked }) => !checked)) {
    for (const box of boxes) box.click();
    return false;
  }
  const action = [...part.querySelectorAll("button")].find(({ textContent }) => textContent.trim() === t(own("list.approve")));
  action?.click();
  return action !== undefined;
}

/** A declared list in its states. */
export function Lists() {
  return (
    <Group id="lists" title="lists">
      {shown.map(({ state, caller, definition }) => (
        <Shown key={state} part={`List:${state}`} state={`state.${state}`} {...(state === "chosen" ? { drive: approveThree } : {})}>
          <CallerContext value={caller}>
            <List of={definition} />
          </CallerContext>
        </Shown>
      ))}
    </Group>
  );
}
