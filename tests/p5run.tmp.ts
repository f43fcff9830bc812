import { readFileSync, writeFileSync, readdirSync } from "node:fs";
import { withModules, inChromium } from "/tmp/p5/chromium.ts";
const [mode, ...args] = process.argv.slice(2);
const url = "https://www.etsy.com/shop/HarbourOak/reviews?ref=pagination&page=1";
const pages = { sandbox: readFileSync("/tmp/p5/sandbox.html", "utf8"), real: readFileSync("/work/shared/samples/etsy_shop_reviews_2022.html", "utf8") };
await withModules({ page: "/tmp/p5/page.ts" }, async (origin) => {
  await inChromium(origin, async ({ page }) => {
    if (mode === "stages") for (const [k, html] of Object.entries(pages)) {
      console.log(k, JSON.stringify(await page.evaluate(async (h, u) => { const m = await import("/page.js" as string); return m.stages(h, u); }, html, url)));
    }
    if (mode === "profile") for (const [k, html] of Object.entries(pages)) {
      const c = await page.createCDPSession();
      await page.evaluate(async (h, u) => { const m = await import("/page.js" as string); m.spin(h, u, 200); }, html, url);
      await c.send("Profiler.enable"); await c.send("Profiler.setSamplingInterval", { interval: 50 });
      await c.send("Profiler.start");
      await page.evaluate(async (h, u) => { const m = await import("/page.js" as string); m.spin(h, u, 2000); }, html, url);
      const { profile } = await c.send("Profiler.stop");
      const byId = new Map(profile.nodes.map((n: any) => [n.id, n])); const self = new Map<string, number>(); const parent = new Map<number, any>();
      for (const n of profile.nodes as any[]) for (const ch of n.children ?? []) parent.set(ch, n);
      let total = 0; const incl = new Map<string, number>();
      profile.samples!.forEach((id: number, i: number) => { const d = profile.timeDeltas![i]!; total += d; const n: any = byId.get(id); const p = parent.get(id);
        const name = n.callFrame.functionName || "(anon)"; const key = n.callFrame.url ? name : `${name} <- ${p?.callFrame.functionName}`; self.set(key, (self.get(key) ?? 0) + d);
        const seen = new Set<string>(); for (let q = n; q; q = parent.get(q.id)) { const nm = q.callFrame.functionName || "(anon)"; if (!seen.has(nm)) { seen.add(nm); incl.set(nm, (incl.get(nm) ?? 0) + d); } } });
      console.log(`== ${k} us per read, self`); for (const [n, d] of [...self].sort((a, b) => b[1] - a[1]).slice(0, Number(args[0] ?? 28))) console.log((d / 2000).toFixed(1).padStart(8), n);
      console.log(`== ${k} inclusive`); for (const [n, d] of [...incl].sort((a, b) => b[1] - a[1]).slice(0, Number(args[0] ?? 28))) console.log((d / 2000).toFixed(1).padStart(8), n);
    }
    if (mode === "micro") for (const code of args) for (const [k, html] of Object.entries(pages)) {
      const times: number[] = await page.evaluate(async (h, c) => { const m = await import("/page.js" as string); const t = []; for (let i = 0; i < 7; i++) t.push(m.micro(h, c, 100)); return t; }, html, code);
      console.log(k, times.sort((a, b) => a - b)[3]!.toFixed(1), code);
    }
    if (mode === "variants") for (const [k, html] of Object.entries(pages)) console.log(k, (await page.evaluate(async (h, c) => { const m = await import("/page.js" as string); return m.variants(h, c); }, html, args)).join("\n   "));
    if (mode === "cold") for (const [k, html] of Object.entries(pages)) {
      const self = new Map<string, number>(), incl = new Map<string, number>(); const reps = 10, n = 300;
      for (let rep = 0; rep < reps; rep++) {
      await page.goto(origin); const c = await page.createCDPSession();
      await c.send("Profiler.enable"); await c.send("Profiler.setSamplingInterval", { interval: 60 });
      await page.evaluate(async (h, u) => { const m = await import("/page.js" as string); m.spin(h, u, 10); }, html, url);
      await c.send("Profiler.start");
      await page.evaluate(async (h, u, n) => { const m = await import("/page.js" as string); m.spin(h, u, n); }, html, url, n);
      const { profile } = await c.send("Profiler.stop"); await c.detach();
      const byId = new Map(profile.nodes.map((n: any) => [n.id, n])); const parent = new Map<number, any>();
      for (const n of profile.nodes as any[]) for (const ch of n.children ?? []) parent.set(ch, n);
      profile.samples!.forEach((id: number, i: number) => { const d = profile.timeDeltas![i]!; const n: any = byId.get(id); const p = parent.get(id);
        const name = n.callFrame.functionName || "(anon)"; const key = n.callFrame.url ? name : `${name} <- ${p?.callFrame.functionName}`; self.set(key, (self.get(key) ?? 0) + d);
        const seen = new Set<string>(); for (let q = n; q; q = parent.get(q.id)) { const nm = q.callFrame.functionName || "(anon)"; if (!seen.has(nm)) { seen.add(nm); incl.set(nm, (incl.get(nm) ?? 0) + d); } } });
      }
      for (const [t, m] of [["self", self], ["incl", incl]] as const) { console.log("==", k, t); console.log([...m].sort((a, b) => b[1] - a[1]).slice(0, 44).map(([n, d]) => (d / reps / n1()).toFixed(1) + " " + n).join("; ")); }
      function n1() { return n; }
    }
    if (mode === "fuzz") {
      const extra = readdirSync("/tmp/p5").filter((f) => f.startsWith("doc-")).map((f) => [readFileSync("/tmp/p5/" + f, "utf8"), f.includes("listing") ? "https://www.etsy.com/listing/1000000101/x" : url]);
      const all = [[pages.sandbox, url], [pages.real, url], [pages.sandbox, ""], [pages.sandbox, "https://www.etsy.com/listing/1000000101/x"], ...extra];
      const r = await page.evaluate(async (p, seed, n) => { const m = await import("/page.js" as string); return m.fuzz(p, seed, n); }, all, Number(args[0] ?? 1), Number(args[1] ?? 500));
      console.log(JSON.stringify(r, null, 1)); 
      if (r.bad.length) writeFileSync("/tmp/p5/bad.html", await page.evaluate(() => (globalThis as any).__bad));
    }
  });
});
process.exit(0);
