import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { roleTypes } from "#src/kit/api/roles-and-permissions.ts";
import { getCodeTexts } from "#src/kit/api/get-code-texts.ts";
import { callRowByRow } from "#src/kit/api/row-by-row.ts";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { getFileIndependently } from "#src/kit/files/files.contract.ts";
import { formatBytes, formatInstant } from "#src/kit/lib/formats.ts";
import type { Action, CellTools } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { downloadFile } from "#src/kit/ui/download-file.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { Download } from "./downloads.contract.ts";
import { deleteDownloads, listDownloads } from "./downloads.contract.ts";
import { getKindKey } from "./downloads.rules.ts";
import { useNews } from "./news.store.ts";
import { downloadsActions } from "./downloads.actions.ts";

const mostAtOnce = 200;
const statusTones = { queued: "quiet", running: "normal", ready: "good", failed: "bad" } as const;

/** Formats the state. Files that finished or failed since the last visit are marked as new. */
function formatStatus({ status, progress, is_seen, download_uuid }: Download, { t }: CellTools): string {
  if (status === "running") return t("downloads.progress", { percent: progress });
  if (status === "queued") return t("downloads.status.queued");
  const isNew = !is_seen || useNews.getState().uuids.has(download_uuid);
  return t(isNew ? `downloads.news.${status}` : `downloads.status.${status}`);
}

/** Saves a file under its name. A toast says if it is not ready yet; a failed download is only logged. */
async function save({ filename, name, status }: Download, { client, role }: Caller): Promise<void> {
  if (status !== "ready" || filename === "") {
    useToasts.getState().show("bad", getCodeTexts("downloads.notReady")[useAppearance.getState().language]);
    return;
  }
  const roleType = roleTypes.find((one) => one === role);
  if (roleType === undefined) return;
  await downloadFile(client, getFileIndependently, { roleType, filename, save_as: name.replace(/\.[a-z]+$/, "") }, () => name);
}

const actions: readonly Action<Download>[] = [
  {
    id: "save",
    label: "downloads.do.save",
    needs: "some",
    rule: downloadsActions.save,
    isPrimary: true,
    shortcut: "d",
    async perform({ rows, caller }) {
      // One after another, because a browser may block simultaneous downloads.
      for (const row of rows) await save(row, caller);
    },
  },
  {
    id: "remove",
    label: "downloads.do.remove",
    needs: "some",
    isDangerous: true,
    confirm: "downloads.confirm",
    rule: downloadsActions.remove,
    async perform({ rows, caller: { client }, reload }) {
      const result = await callRowByRow({
        rows,
        most: mostAtOnce,
        id: ({ download_uuid }) => download_uuid,
        label: ({ name }) => name,
        perform: (part) =>
          client.call(deleteDownloads, { download_uuids: part.map(({ download_uuid }) => download_uuid) }, { isQuiet: true }),
      });
      reload();
      return result;
    },
  },
];

/** The files that jobs created for this user. */
export const downloadsList = defineList({
  name: "downloads.list",
  call: listDownloads,
  title: "downloads.title",
  rowKey: ({ download_uuid }) => download_uuid,
  cardTitle: "name",
  columns: [
    {
      id: "name",
      title: "downloads.column.name",
      text: ({ name }) => name,
    },
    {
      id: "kind",
      title: "downloads.column.kind",
      text({ kind }, { t }) {
        const key = getKindKey(kind);
        return key === null ? kind : t(key);
      },
    },
    {
      id: "status",
      title: "downloads.column.status",
      text: formatStatus,
      render: (row, tools) => <StatusTag tone={statusTones[row.status]} text={formatStatus(row, tools)} />,
    },
    {
      id: "size",
      title: "downloads.column.size",
      align: "end",
      text: ({ byte_size, status }, { locale }) => (status === "ready" ? formatBytes(byte_size, locale) : ""),
    },
    { id: "made", title: "downloads.column.made", text: ({ created_at }, { locale }) => formatInstant(created_at, locale) },
    { id: "until", title: "downloads.column.until", text: ({ expires_at }, { locale }) => formatInstant(expires_at, locale) },
  ],
  filters: [
    {
      field: "status",
      label: "downloads.column.status",
      kind: "choice",
      options: [
        { value: "ready", text: "downloads.status.ready" },
        { value: "running", text: "downloads.status.running" },
        { value: "queued", text: "downloads.status.queued" },
        { value: "failed", text: "downloads.status.failed" },
      ],
    },
  ],
  actions,
  onOpen: (row, { caller }) => void save(row, caller),
  empty: { text: "downloads.empty" },
});
