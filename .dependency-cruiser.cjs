// The import directions of docs: lib <- api, ui <- slices <- entrypoints and web; the server takes only the pure files of src;
// sandbox takes src/lib alone and nobody takes it. A slice reaches another through the suffixes that are meant for that.
const open =
  "[.](contract|actions|addresses|calls|rules|machine|db|storage|source|delivery|store|reader|adapter)[.]ts$|/marketplaces/marketplaces[.]ts$|/i18n/i18n[.]ts$|[.]screen[.]tsx$|/files/(stored-image|image-picker|use-uploads)[.]tsx?$|/scanning/(hand-held-frame|goods-face|use-scan-call|use-scanner-rules|pin-section|frame-action)[.]tsx?$";
const slices = "^src/(?!lib/|api/|ui/|i18n/)([^/]+)/";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "lib-is-the-ground", severity: "error", from: { path: "^src/lib/" }, to: { path: "^src/(?!lib/)" } },
    { name: "ui-knows-no-slice", severity: "error", from: { path: "^src/ui/" }, to: { path: "^src/(?!lib/|api/|ui/|i18n/)" } },
    { name: "api-knows-no-slice", severity: "error", from: { path: "^src/api/" }, to: { path: "^src/(?!lib/|api/)" } },
    {
      name: "slices-meet-at-their-doors",
      severity: "error",
      from: { path: slices, pathNot: "[.]test[.]tsx?$" },
      to: { path: slices, pathNot: [`^src/$1/`, open] },
    },
    { name: "src-knows-no-door", severity: "error", from: { path: "^src/" }, to: { path: "^(entrypoints|web|server|sandbox|scripts)/" } },
    {
      name: "doors-do-not-meet",
      severity: "error",
      from: { path: "^(entrypoints|web|server)/", pathNot: "[.]test[.]tsx?$" },
      to: { path: "^(entrypoints|web|server|sandbox|scripts|tests)/", pathNot: "^$1/" },
    },
    {
      name: "server-takes-the-pure",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^src/", pathNot: "^src/(lib|api)/|[.](contract|rules|machine|addresses)[.]ts$" },
    },
    {
      name: "pdfs-are-drawn-on-demand",
      comment: "what draws them, with its fonts and barcodes, takes 65 MB: it is loaded by import() where one is asked for",
      severity: "error",
      from: { path: "^server/(?!printing/)", pathNot: "[.]test[.]ts$" },
      to: { path: "^server/printing/", pathNot: "/pdf-answer[.]ts$", dynamic: false, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "server-slices-meet-at-their-doors",
      comment:
        "a slice of the server reaches another through its commands, queries and stores; http, db, jobs and realtime are the ground of all",
      severity: "error",
      from: { path: "^server/(?!http/|db/|jobs/|realtime/)([^/]+)/", pathNot: "[.]test[.]ts$" },
      to: {
        path: "^server/(?!http/|db/|jobs/|realtime/)[^/]+/",
        pathNot: [
          "^server/$1/",
          "[.](commands|queries|import)[.]ts$|/(store|images|mailer|texts|payment-provider|movement-id)[.]ts$|/imports/import-[^/]+[.]ts$|/printing/[^/]+[.]ts$",
        ],
      },
    },
    {
      name: "sandbox-stands-alone",
      severity: "error",
      from: { path: "^sandbox/" },
      to: { path: "^(src/(?!lib/)|entrypoints/|web/|server/|scripts/)" },
    },
    { name: "nobody-takes-the-sandbox", severity: "error", from: { path: "^(src|entrypoints|web|server)/" }, to: { path: "^sandbox/" } },
    {
      name: "rules-and-adapters-are-pure",
      severity: "error",
      from: { path: "[.](rules|machine|adapter)[.]ts$" },
      to: { path: "node_modules/(react|react-dom|webextension-polyfill|idb|zustand)/|[.]tsx$|^node:" },
    },
    { name: "no-orphans", severity: "error", from: { orphan: true, path: "^src/", pathNot: "[.]d[.]ts$|[.]test[.]" }, to: {} },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      mainFields: ["module", "main"],
    },
    exclude: { path: "[.]output|[.]wxt" },
  },
};
