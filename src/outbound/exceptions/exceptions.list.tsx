import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { callRowByRow } from "#src/kit/api/row-by-row.ts";
import { formatInstant, formatInstantBriefly } from "#src/kit/lib/formats.ts";
import type { Action, ActionTools, BatchResult, Column } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { exceptionTones, formatExceptionStatus, formatReason } from "./exception-words.rules.ts";
import { exceptionActions } from "./exceptions.actions.ts";
import { assignException, closeException, listExceptions } from "./exceptions.contract.ts";
import type { ExceptionRow } from "./exceptions.contract.ts";
import { exceptionStatuses } from "./exceptions.machine.ts";
import type { ExceptionStatus } from "./exceptions.machine.ts";
import { exceptionToDos, isInsideWork, exceptionTypes } from "./exceptions.rules.ts";
import type { ExceptionToDo } from "./exceptions.rules.ts";

function buildColumns(isStaff: boolean, isResolvedShown: boolean): Column<ExceptionRow>[] {
  const ofStaff: Column<ExceptionRow>[] = [
    { id: "owner", title: "exceptions.column.owner", text: ({ owner_name }) => owner_name, maxWidthPx: 180 },
    { id: "assignee", title: "exceptions.column.assignee", text: ({ assignee }) => assignee, maxWidthPx: 160 },
  ];
  return [
    { id: "number", title: "exceptions.column.number", sort: "opened", text: ({ exception_number }) => exception_number },
    {
      id: "status",
      title: "exceptions.column.status",
      text: ({ status }, { t }) => formatExceptionStatus(status, isStaff, t),
      render: ({ status }, { t }) => <StatusTag tone={exceptionTones[status]} text={formatExceptionStatus(status, isStaff, t)} />,
    },
    { id: "type", title: "exceptions.column.type", text: ({ type }, { t }) => t(`exceptions.type.${type}`) },
    { id: "order", title: "exceptions.column.order", text: ({ order_number }) => order_number },
    { id: "reference", title: "exceptions.column.reference", text: ({ reference }) => reference, maxWidthPx: 160, isHidden: true },
    ...(isStaff ? ofStaff : []),
    { id: "reason", title: "exceptions.column.reason", text: formatReason, maxWidthPx: 260 },
    {
      id: "resolution",
      title: "exceptions.column.resolution",
      text: ({ resolution }, { t }) => (resolution === "" ? "" : t(`exceptions.resolution.${resolution}`)),
      maxWidthPx: 200,
      ...(isResolvedShown ? {} : { isHidden: true as const }),
    },
    { id: "opened", title: "exceptions.column.opened", text: ({ opened_at }, { locale }) => formatInstantBriefly(opened_at, locale) },
    {
      id: "changed",
      title: "exceptions.column.changed",
      isHidden: true,
      text: ({ changed_at }, { locale }) => formatInstantBriefly(changed_at, locale),
    },
    {
      id: "warehouse",
      title: "exceptions.column.warehouse",
      text: ({ warehouse_name }) => warehouse_name,
      maxWidthPx: 160,
      isHidden: true,
    },
    {
      id: "resolved",
      title: "exceptions.column.resolved",
      isHidden: true,
      text: ({ resolved_at }, { locale }) => (resolved_at === "" ? "" : formatInstant(resolved_at, locale)),
    },
  ];
}

/** Takes a step with each row, one call each: rows that were refused are listed with the reason. */
async function takeWithEach(
  call: typeof assignException | typeof closeException,
  { rows, caller: { client }, reload }: ActionTools<ExceptionRow>,
): Promise<BatchResult> {
  const result = await callRowByRow({
    rows,
    most: 1,
    id: ({ exception_uuid }) => exception_uuid,
    label: ({ exception_number }) => exception_number,
    perform: async (part) => {
      for (const { exception_uuid, version } of part) await client.call(call, { exception_uuid, version }, { isQuiet: true });
    },
  });
  reload();
  return result;
}

const actionsOfStaff: Action<ExceptionRow>[] = [
  {
    id: "take",
    label: "exceptions.step.take",
    needs: "some",
    shortcut: "t",
    rule: exceptionActions.take,
    perform: (tools) => takeWithEach(assignException, tools),
  },
  {
    id: "close",
    label: "exceptions.step.close",
    needs: "some",
    rule: exceptionActions.close,
    perform: (tools) => takeWithEach(closeException, tools),
  },
];

interface ExceptionsVariant {
  /** the list's name: views are saved under it */
  readonly name: "exceptions.list" | "exceptions.own";
  readonly title: "navigation.exception" | "exceptions.own";
  /** what is waited for; null for all */
  readonly toDo: ExceptionToDo | null;
  /** the chosen owner and warehouse; empty or missing for all */
  readonly owner?: string;
  readonly warehouse?: string;
}

/** Declares a list of exceptions: for staff all of them, for a retailer those of its own orders. What waits longest is first in a list of what waits. */
export function exceptionsList(
  caller: Caller,
  { name, title, toDo, owner = "", warehouse = "" }: ExceptionsVariant,
  open: (exceptionUuid: string) => void,
) {
  const isStaff = caller.role !== "dropShipper";
  const types = isStaff ? exceptionTypes : exceptionTypes.filter((type) => !isInsideWork(type));
  const statuses: readonly ExceptionStatus[] = toDo === null ? exceptionStatuses : exceptionToDos[toDo];
  return defineList({
    name,
    call: listExceptions,
    title,
    rowKey: ({ exception_uuid }) => exception_uuid,
    cardTitle: "number",
    secondLine: ["type", "order", "reason", "assignee"],
    // Those that wait for somebody have no resolution yet.
    columns: buildColumns(isStaff, toDo === null || toDo === "close"),
    filters: [
      { field: "search", label: "exceptions.filter.search", kind: "text", placeholder: "exceptions.filter.searchHint", scans: true },
      // A retailer's list has no tabs: its home page links to what waits for it.
      ...(isStaff
        ? []
        : [
            {
              field: "to_do",
              label: "exceptions.filter.toDo",
              kind: "choice",
              options: [{ value: "answer", text: "exceptions.toDo.answerOwn" }],
            } as const,
          ]),
      {
        field: "status",
        label: "exceptions.column.status",
        kind: "choice",
        options: statuses.map((value) => ({ value, text: `exceptions.status.${value}` as const })),
      },
      {
        field: "type",
        label: "exceptions.column.type",
        kind: "choice",
        options: types.map((value) => ({ value, text: `exceptions.type.${value}` as const })),
      },
      ...(isStaff
        ? [
            {
              field: "is_mine",
              label: "exceptions.column.assignee",
              kind: "choice",
              options: [
                { value: "true", text: "exceptions.filter.mine" },
                { value: "false", text: "exceptions.filter.notMine" },
              ],
            } as const,
          ]
        : []),
    ],
    actions: isStaff ? actionsOfStaff : [],
    input: {
      ...(toDo === null ? {} : { to_do: toDo, sort: "opened" as const }),
      ...(owner === "" ? {} : { owner_uuid: owner }),
      ...(warehouse === "" ? {} : { warehouse_uuid: warehouse }),
    },
    onOpen: ({ exception_uuid }) => open(exception_uuid),
    empty: { text: isStaff ? "exceptions.empty" : "exceptions.emptyOwn" },
  });
}
