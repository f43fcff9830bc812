const { readdirSync } = require("node:fs");

// The layers of docs/adr/0034: in src and in server, no group imports a group above it. A slice imports another slice only through
// files with a public suffix or name (`open`). The server imports only the pure files of src; sandbox imports only src/kit/lib.
const open =
  "[.](contract|actions|calls|rules|machine|storage|store|adapter)[.]ts$|-addresses[.]ts$|/marketplaces/(marketplaces|sites|page-parser)[.]ts$|/device-plan/current-plan[.]ts$|/jobs/background-calls[.]ts$|/i18n/i18n[.]ts$|[.]screen[.]tsx$|/files/(stored-image|image-picker|use-uploads|crop-dialog|chosen-images|use-blob-url|use-stored-file)[.]tsx?$|/session/use-display-name[.]ts$|/countries/(use-countries|use-country-name|country-select|countries-field|address-fields)[.]tsx?$|/scanning/(hand-held-frame|goods-face|use-open-warehouses|use-scan-call|use-scanner-rules|use-scale|use-camera|use-photo-scans|use-work|use-later-codes|later-codes|code-labels|frame-action)[.]tsx?$|/orders/use-orderable[.]ts$|/shared-device/pin-section[.]tsx$|(en_us|zh_cn)[.]json$|/entitlement/(device-entitlement|device-server|server-origin)[.]ts$";
const ground = "lib|api|ui|i18n";
const slices = `^src/(?!kit/(?:${ground})/)([^/]+/[^/]+)/`;

/** The groups that each group may import besides itself, lowest layer first. */
const srcLayers = {
  kit: [],
  company: ["kit"],
  warehouse: ["kit", "company"],
  carriers: ["kit", "company", "warehouse"],
  billing: ["kit", "company", "warehouse"],
  outbound: ["kit", "company", "warehouse", "carriers", "billing"],
  pro: ["kit", "company"],
  collector: ["kit", "company", "pro"],
};
const serverLayers = {
  integrations: [],
  platform: ["integrations"],
  company: ["platform"],
  warehouse: ["platform", "company"],
  carriers: ["platform", "company", "warehouse", "integrations"],
  billing: ["platform", "company", "warehouse"],
  outbound: ["platform", "company", "warehouse", "carriers", "integrations", "billing"],
  pro: ["platform", "company", "integrations"],
};
for (const [side, layers] of Object.entries({ src: srcLayers, server: serverLayers }))
  for (const { name } of readdirSync(`${__dirname}/${side}`, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    if (!(name in layers)) throw new Error(`${side}/${name} has no line in the layers of .dependency-cruiser.cjs`);

const listLayerRules = (side, layers) =>
  Object.entries(layers).map(([group, below]) => ({
    name: `layers-of-${side}-${group}`,
    severity: "error",
    from: { path: `^${side}/${group}/`, pathNot: "[.]test[.]tsx?$" },
    to: { path: `^${side}/`, pathNot: `^${side}/(${[group, ...below].join("|")})/` },
  }));

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    ...listLayerRules("src", srcLayers),
    ...listLayerRules("server", serverLayers),
    { name: "lib-imports-only-lib", severity: "error", from: { path: "^src/kit/lib/" }, to: { path: "^src/(?!kit/lib/)" } },
    {
      name: "ui-imports-no-slice",
      severity: "error",
      from: { path: "^src/kit/ui/", pathNot: "[.]test[.]tsx?$" },
      to: { path: `^src/(?!kit/(?:${ground})/)` },
    },
    {
      name: "api-imports-only-lib",
      severity: "error",
      from: { path: "^src/kit/api/", pathNot: "[.]test[.]tsx?$" },
      to: { path: "^src/(?!kit/(?:lib|api)/)" },
    },
    {
      name: "slices-import-public-files-only",
      severity: "error",
      from: { path: slices, pathNot: "[.]test[.]tsx?$" },
      to: { path: slices, pathNot: [`^src/$1/`, open] },
    },
    {
      name: "src-imports-no-entry-point",
      severity: "error",
      from: { path: "^src/", pathNot: "[.]test[.]tsx?$" },
      to: { path: "^(entrypoints|web|server|sandbox|scripts)/" },
    },
    {
      name: "entry-points-do-not-import-each-other",
      severity: "error",
      from: { path: "^(entrypoints|web|server)/", pathNot: "[.]test[.]tsx?$" },
      to: { path: "^(entrypoints|web|server|sandbox|scripts|tests)/", pathNot: "^$1/" },
    },
    {
      name: "server-imports-pure-files-only",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^src/", pathNot: "^src/kit/(lib|api)/|[.](contract|rules|machine)[.]ts$|-addresses[.]ts$" },
    },
    {
      name: "pdf-code-is-loaded-on-demand",
      comment: "the PDF code, with its fonts and barcodes, takes 65 MB: import() loads it when a PDF is requested",
      severity: "error",
      from: { path: "^server/(?!warehouse/printing/)", pathNot: "[.]test[.]ts$" },
      to: {
        path: "^server/warehouse/printing/",
        pathNot: "/(?:pdf-answer|texts)[.]ts$",
        dynamic: false,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "server-slices-import-public-files-only",
      comment: "a server slice imports another only through its commands, queries and stores; every slice may import the platform",
      severity: "error",
      from: { path: "^server/(?!platform/)([^/]+/[^/]+)/", pathNot: "[.]test[.]ts$" },
      to: {
        path: "^server/(?!platform/)[^/]+/[^/]+/",
        pathNot: [
          "^server/$1/",
          "[.](commands|queries)[.]ts$|-import[.]ts$|/(store|images|mailer|texts|payment-provider|carrier|movement-id|order-scope|status-lists)[.]ts$|/planner/(plan-wave|wave-input)[.]ts$|/imports/import-[^/]+[.]ts$|/printing/[^/]+[.]ts$",
        ],
      },
    },
    {
      name: "sandbox-imports-only-lib",
      severity: "error",
      from: { path: "^sandbox/" },
      to: { path: "^(src/(?!kit/lib/)|entrypoints/|web/|server/|scripts/)" },
    },
    { name: "nothing-imports-the-sandbox", severity: "error", from: { path: "^(src|entrypoints|web|server)/" }, to: { path: "^sandbox/" } },
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
