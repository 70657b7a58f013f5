// Checks one finished report in a browser. usage: node check.js REPORT.html DATA.json [--bare]
//        --bare: it is made of no case file, so nobody signs
//        node check.js --page PAGE.html   any other page of ours: accessibility alone, and nothing fetched or logged
// - axe-core (WCAG 2.2 AA and best practice), light at 1280 px and dark at 390 px, each theme and width once: no
//   violation; of a long table it sees the first rows of each shape, since its time grows faster than the rows; and of texts
//   of one look before the same grounds the first ones, since colours take it nine tenths of its time
// - nothing is fetched, nothing is logged, nothing overflows a phone; at 320 px no executor's column lies off the screen, but of
//   the tables of every run and of every condition, and nothing is hidden that a desk shows; what has a colour of its own keeps
//   it when printed
// - every figure shown equals the fact that it names in data.json, by another reading than the program's own
// - fact numbers lead to rows, rows to files below ../evidence/; sorting turns the facts table
const { chromium } = require("playwright-core");
const fs = require("fs");
const path = require("path");
const { spawnSync } = require("child_process");

const bare = process.argv.includes("--bare");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
let faults = 0;
function fault(text) {
  faults++;
  if (faults < 40) console.log("  " + text);
}

// Takes out of the page the rows whose like stands above: the same elements and classes in the same order.
function thin() {
  const shape = (e) => e.tagName + "." + e.className + "(" + [...e.children].map(shape).join() + ")";
  for (const body of document.querySelectorAll("tbody")) {
    const seen = new Map();
    for (const row of [...body.rows]) {
      const key = shape(row);
      const count = (seen.get(key) || 0) + 1;
      seen.set(key, count);
      if (body.rows.length > 10 && count > 2) row.remove();
    }
  }
}

const COLOURS = ["color-contrast", "link-in-text-block"];

// Marks, of the elements that hold text themselves, all whose colours may be a case of their own: the first three of each look
// before each pile of grounds, and everything drawn or laid out of turn, where what lies behind is not what stands around it. A
// link is seen apart by the block in which it stands, and by whether other text stands there.
function looks() {
  const grounds = new Map(), seen = new Map();
  const ground = (e) => {
    if (!e) return "";
    if (!grounds.has(e)) {
      const s = getComputedStyle(e);
      const own = [s.backgroundColor, s.backgroundImage, s.opacity, s.filter, s.mixBlendMode, s.position, s.float, s.transform].join();
      const around = ground(e.parentElement);
      grounds.set(e, own === "rgba(0, 0, 0, 0),none,1,none,normal,static,none,none" ? around : around + "|" + own);
    }
    return grounds.get(e);
  };
  const letters = (s) => [s.color, s.font, s.textShadow, s.webkitTextStroke, s.textDecoration].join();
  const block = (e) => {
    while (e !== document.body && getComputedStyle(e).display.startsWith("inline")) e = e.parentElement;
    const links = [...e.querySelectorAll("a")].reduce((sum, a) => sum + a.textContent.trim().length, 0);
    return [e.tagName, e.className, letters(getComputedStyle(e)), e.textContent.replace(/\s+/g, " ").trim().length > links + 2];
  };
  for (const e of document.querySelectorAll("body *")) {
    if (![...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim())) continue;
    const s = getComputedStyle(e), link = e.closest("a[href], [role=link]");
    const key = [letters(s), s.border, ground(e)];
    if (link) key.push(letters(getComputedStyle(link)), link.className, ...block(link));
    const count = (seen.get(key.join(";")) || 0) + 1;
    seen.set(key.join(";"), count);
    if (count <= 3 || e.closest("svg") || !/^(static|relative)$/.test(s.position)) (link || e).dataset.look = "";
  }
}

async function accessibility(browser, url) {
  for (const [colorScheme, width, other] of [["light", 1280, 390], ["dark", 390, 1280]]) {
    const context = await browser.newContext({ bypassCSP: true, colorScheme, viewport: { width: other, height: 900 } });
    const page = await context.newPage();
    await page.goto(url);
    for (const wide of [other, width]) {
      await page.setViewportSize({ width: wide, height: 900 });
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) {
        fault(`${colorScheme} ${wide}: page is wider than its window`);
      }
      if (await page.evaluate(() => [...document.querySelectorAll(".bar nav")].some((nav) => nav.scrollWidth > nav.clientWidth + 1))) {
        fault(`${colorScheme} ${wide}: links of the bar are cut`);
      }
    }
    await page.evaluate(thin);
    await page.evaluate(axe);
    await page.evaluate(looks);
    const violations = await page.evaluate(async ([tags, colours]) => {
      const resultTypes = ["violations"];
      const rules = Object.fromEntries(colours.map((rule) => [rule, { enabled: false }]));
      const rest = await axe.run({ runOnly: tags, resultTypes, rules });
      const seen = await axe.run({ include: ["[data-look]"] }, { runOnly: colours, resultTypes });
      return [...rest.violations, ...seen.violations];
    }, [tags, COLOURS]);
    for (const v of violations) {
      fault(`${colorScheme} ${width}: ${v.id}: ${v.help} (${v.nodes.length}): ${v.nodes[0].html.slice(0, 160)}`);
    }
    await context.close();
  }
}

async function phone(browser, url, ids) {
  const page = await browser.newPage({ viewport: { width: 320, height: 800 } });
  await page.goto(url);
  const off = await page.evaluate((ids) => {
    const out = [];
    if (document.documentElement.scrollWidth > innerWidth) out.push("the page");
    for (const table of document.querySelectorAll("table:not(.matrix)")) {
      if (table.closest("#conditions")) continue;
      const named = [...table.querySelectorAll("thead th")].filter((head) =>
        ids.includes(head.textContent.trim().replace(/^([^\s:,]+).*$/s, "$1")));
      for (const head of named.length <= 2 || table.closest(".summary") ? named : []) { // four executors side by side are wider than a phone, behind page one
        const box = head.getBoundingClientRect();
        if (box.width > 0 && box.right > innerWidth + 1) {
          out.push(`${table.closest("[id]").id}, ${table.className}: ${head.textContent.trim()}, to ${Math.round(box.right)}`);
        }
      }
    }
    return out;
  }, ids);
  off.forEach((what) => fault("320 px: off the screen: " + what));
  const beyond = await page.$$eval("#conditions table:not(.wide) thead th", (heads) => heads.filter((head) => head.getBoundingClientRect().right > innerWidth + 1).map((head) => head.textContent));
  [...new Set(beyond)].forEach((what) => fault("320 px: conditions: off the screen: " + what));
  // What a desk shows a phone shows, too: no cell, paragraph or picture is hidden there.
  const shown = "main :is(td, th, p, li, figure, h1, h2, h3, h4)";
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.$$eval(shown, (all) => all.forEach((e) => {
    if (e.getBoundingClientRect().width > 0 && e.textContent.trim()) e.dataset.desk = "";
  }));
  await page.setViewportSize({ width: 320, height: 800 });
  const hidden = await page.$$eval("[data-desk]", (all) => all.filter((e) => !(e.getBoundingClientRect().width > 0)).map((e) => e.textContent.trim()));
  if (hidden.length > 0) fault(`320 px: ${hidden.length} cells or paragraphs are hidden, the first: ${hidden[0].slice(0, 60)}`);
  // Five columns of sentences are no columns on a phone.
  const columns = await page.$$eval("table:is(.plain, .findings):not(.wide)", (tables) => tables.filter((t) => t.getBoundingClientRect().width > 0 &&
    t.tHead && t.tHead.rows[0].cells.length > 4).map((t) => t.caption.textContent));
  columns.forEach((what) => fault("320 px: more columns than a phone holds: " + what));
  // A wide table is a list there: each cell on the screen, behind the name of its column.
  const unnamed = await page.$$eval(".wide tbody td", (cells) => cells.filter((cell) => cell.getBoundingClientRect().width > 0 &&
    (cell.getBoundingClientRect().right > innerWidth + 1 || !getComputedStyle(cell, "::before").content.includes(cell.dataset.head || "?"))).map((cell) => cell.textContent));
  unnamed.forEach((what) => fault("320 px: off the screen or without its head: " + what));
  const small = await page.$$eval("svg.chart", (charts) => charts.filter((c) => c.getClientRects().length > 0).flatMap((c) => {
    const scale = c.getBoundingClientRect().width / c.viewBox.baseVal.width;
    const least = Math.min(...[...c.querySelectorAll("text")].map((t) => parseFloat(getComputedStyle(t).fontSize) * scale));
    return least < 7 ? [`${c.getAttribute("aria-labelledby")}: ${least.toFixed(1)} px`] : [];
  }));
  small.forEach((what) => fault("320 px: letters of a chart too small to read: " + what));
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await page.evaluate(() => {
      const out = [], range = document.createRange();
      for (const cell of document.querySelectorAll(".summary .ribbon th:first-child, .ribbon td:last-child, .summary .plain .right .v, .ribbon .v:not(.l), #decision a.f, #costs a.f")) {
        for (const node of [...cell.querySelectorAll("*"), cell].flatMap((e) => [...e.childNodes]).filter((n) => n.nodeType === Node.TEXT_NODE)) {
          for (const word of node.data.matchAll(/[\p{L}\p{N}.,]+/gu)) {
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            if (new Set([...range.getClientRects()].map((r) => Math.round(r.top))).size > 1) out.push(word[0]);
          }
        }
        if (cell.matches("td:last-child") && cell.getBoundingClientRect().right > innerWidth + 3) out.push("off the screen: " + cell.textContent);
      }
      return [...new Set(out)];
    });
    cut.forEach((what) => fault(`${width} px: cut in its middle: ${what}`));
  }
  await page.emulateMedia({ media: "print" });
  const lost = await page.evaluate(() => {
    let lost = 0;
    for (const e of document.querySelectorAll("*")) {
      for (const of of [null, "::before", "::after"]) {
        const style = getComputedStyle(e, of);
        const drawn = style.backgroundImage !== "none" || !/^(transparent|rgba\(0, 0, 0, 0\))$/.test(style.backgroundColor);
        if (drawn && style.printColorAdjust !== "exact") lost++;
      }
    }
    return lost;
  });
  if (lost > 0) fault(`printed: ${lost} backgrounds are left out`);
  await page.close();
}

// Sheets behind the first whose text ends in their upper half, the last apart: words by pdftotext above the foot, whose line is 17 mm above the edge.
// Nor the one before the decision, which begins a sheet.
function filled(pdf, decision) {
  const told = spawnSync("pdftotext", ["-bbox", "-", "-"], { input: pdf, encoding: "utf8", maxBuffer: 1 << 28 });
  if (told.error) return [];
  const sheets = told.stdout.split("<page ").slice(1);
  const begins = sheets.map((page) => [...page.matchAll(/>([^<]+)<\/word>/g)].map((m) => m[1]).join(" ").includes(decision));
  const ends = sheets.map((page) =>
    Math.max(...[...page.matchAll(/yMax="([\d.]+)"/g)].map((m) => Number(m[1])).filter((y) => y < 790)));
  return ends.map((end, i) => (i > 0 && i + 1 < ends.length && !begins[i + 1] && end < 0.45 * 842 ? `sheet ${i + 1} ends at ${Math.round(end)} of 842` : "")).filter((what) => what);
}

// A sheet of A4 between its margins, 174 mm of 96 to the inch: the report without its annex, no column off the sheet, boxes to sign in,
// no heading parted from what it heads, and no more sheets than the report's own pages by a few.
async function printed(browser, url, systems) {
  const page = await browser.newPage({ viewport: { width: 658, height: 950 } });
  await page.goto(url);
  await page.emulateMedia({ media: "print" });
  const found = await page.evaluate((bare) => {
    const out = [], seen = (e) => e.getClientRects().length > 0;
    for (const e of document.querySelectorAll("[data-annex], .bar, details")) if (seen(e)) out.push("printed: " + (e.id || e.className || e.tagName));
    if (!document.querySelector("[data-annex]")) out.push("no section is marked as the annex's");
    for (const e of document.querySelectorAll("table, svg.chart")) {
      const box = e.getBoundingClientRect();
      if (seen(e) && box.right > innerWidth + 1) out.push(`off the sheet: ${e.closest("[id]").id}, to ${Math.round(box.right)}`);
    }
    for (const e of document.querySelectorAll("h2, h3, h4")) if (seen(e) && getComputedStyle(e).breakAfter !== "avoid") out.push("parted: " + e.textContent);
    for (const e of document.querySelectorAll("tr, figure")) if (seen(e) && getComputedStyle(e).breakInside !== "avoid") out.push("cut: " + e.className);
    const signs = [...document.querySelectorAll("#signatures .signs tbody tr")];
    if ((signs.length === 0) !== bare || !signs.every((row) => row.getBoundingClientRect().height > 24)) out.push("no room to sign");
    return [...new Set(out)];
  }, bare);
  found.forEach((what) => fault("on paper: " + what));
  const bytes = await page.pdf({ preferCSSPageSize: true, printBackground: true }), pdf = bytes.toString("latin1");
  const sheets = Math.max(...[...pdf.matchAll(/\/Count (\d+)/g)].map((m) => Number(m[1])));
  if (systems <= 2 && sheets > 14) fault(`on paper: ${sheets} sheets`);
  if (!bare) filled(bytes, await page.$eval("#decision h2", (h) => h.textContent)).forEach((what) => fault("on paper: " + what));
  console.log(`  ${sheets} sheets`);
  await page.close();
}

async function quiet(browser, url) {
  const page = await browser.newPage();
  page.on("console", (m) => fault("console: " + m.text()));
  page.on("pageerror", (e) => fault("error: " + e.message));
  page.on("request", (r) => {
    if (r.url() !== url && !r.url().startsWith("data:")) fault("request: " + r.url());
  });
  await page.goto(url);
  const sorted = await page.evaluate(() => {
    const table = document.querySelector("table.facts");
    const first = () => table.tBodies[0].rows[0].cells[0].textContent.trim();
    const before = first(), button = table.querySelector("thead th button");
    button.click();
    const up = [first(), button.parentNode.getAttribute("aria-sort")];
    button.click();
    return { before, up, down: [first(), button.parentNode.getAttribute("aria-sort")], rows: table.tBodies[0].rows.length };
  });
  if (sorted.before !== "1" || sorted.up.join() !== "1,ascending" || sorted.down.join() !== sorted.rows + ",descending") {
    fault("sorting: " + JSON.stringify(sorted));
  }
  const broken = await page.evaluate(() => {
    const out = [];
    document.querySelectorAll("a[href^='#']").forEach((a) => {
      if (!document.getElementById(a.getAttribute("href").slice(1))) out.push(a.getAttribute("href"));
    });
    const ids = new Set();
    document.querySelectorAll("[id]").forEach((e) => (ids.has(e.id) ? out.push("twice: " + e.id) : ids.add(e.id)));
    return out;
  });
  broken.forEach((href) => fault("dead link or id: " + href));
  await page.close();
}

const MONTHS = "January February March April May June July August September October November December".split(" ");
// A day or month in words, long and short, as the pages that are read write it: "15 January 2027", "Jan 2027".
function inWords(stated) {
  const [, year, month, day, time] = /^(\d{4})-(0[1-9]|1[0-2])(?:-(\d\d)(?:T([\d:]{8})Z)?)?$/.exec(stated) ?? [];
  if (!year) return [];
  return [MONTHS[month - 1], MONTHS[month - 1].slice(0, 3)].map((name) => `${day ? Number(day) + " " : ""}${name} ${year}${time ? `, ${time} UTC` : ""}`);
}

async function figures(browser, url, dataFile, reportFile) {
  const data = JSON.parse(fs.readFileSync(dataFile, "utf8"));
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(url);
  const shown = await page.$$eval("span.v[data-fact], strong.v[data-fact]", (list) =>
    // a head may name the currency of the amounts below it
    list.map((e) => [Number(e.dataset.fact), e.textContent, e.closest("table")?.tHead?.textContent ?? "",
      e.closest("p, li, td, th, h1, h2, h3, h4, figcaption")?.textContent ?? "", e.closest(".summary") !== null]));
  if (shown.length < 50) fault("only " + shown.length + " figures found");
  const escaped = /‹(U\+|0x)/;
  // Another language has numbers and dates of its own; tests/e2e/german.py holds them against the facts.
  const english = (await page.getAttribute("html", "lang")) === "en";
  for (const [number, text, head, sentence, summary] of english ? shown : []) {
    const fact = data.facts[number - 1];
    if (!fact || fact.number !== number) {
      fault("no fact " + number);
      continue;
    }
    // prices, demand and limits of the case are grouped, too, and have a narrow space before their unit
    const terms = fact.kind === "declared" && /^(price|demand|objective|requirement|expected|exchange|energy|worth|interest|sensitivity|option|line|tokens|remeasure)\b/.test(fact.key);
    const ungrouped = fact.kind === "derived" || terms ? text.replace(/(\d),(?=\d{3})/g, "$1").replace(/^\u2212/, "-") : text;
    // an amount is "EUR 7136.46" in data.json; on the page a narrow space parts the currency, and a minus is one
    const plain = ungrouped.replace(/^([A-Z]{3})\u202f(\u2212?)(?=\d)/, (all, currency, minus) => `${currency} ${minus && "-"}`);
    const stated = fact.text ?? fact.value; /* as the evidence writes it, where that is not the value */
    const symbol = stated === "1" ? fact.unit.replace(/^(day|month|year|token|request|iteration)s$/, "$1") : fact.unit;
    const wanted = [stated, stated + "\u202f" + symbol, ...(terms ? [stated.replace(/^([\d.]+) /, "$1\u202f")] : []), ...inWords(stated)];
    const amount = /^([A-Z]{3}) (\S+)$/.exec(stated);
    if (amount && head.includes(amount[1])) wanted.push(amount[2]);
    // the table of page one has amounts from a hundred up in whole units of money
    const whole = amount && Math.abs(Number(amount[2])) >= 100 ? (Math.sign(amount[2]) * Math.round(Math.abs(amount[2]))).toString() : "";
    if (summary && whole && head.includes(amount[1])) wanted.push(whole);
    // a fall is said in words, without a sign
    if (/^-[\d.]+$/.test(stated) && /\b(less|fewer|below)\b/.test(sentence)) wanted.push(stated.slice(1), stated.slice(1) + "\u202f" + symbol);
    if (!wanted.includes(plain.replace(/\u00a0/g, " ")) && !wanted.includes(text) && !escaped.test(text)) fault(`fact ${number}: "${text}" is not "${stated}" ${fact.unit}`);
  }
  const links = await page.$$eval("a[href^='../']", (list) => list.map((a) => a.getAttribute("href")));
  const packed = new Set(data.evidence.map((e) => "../" + e.path.replace(/^data\//, "")));
  for (const href of new Set(links)) {
    if (!packed.has(href)) fault("link to no evidence: " + href);
  }
  if (links.length === 0) fault("no links to evidence");
  console.log(`  ${shown.length} figures, ${data.facts.length} facts, ${new Set(links).size} files linked, ${fs.statSync(reportFile).size} bytes`);
  await page.close();
}

async function plain(browser, url) {
  const page = await browser.newPage();
  page.on("console", (m) => fault("console: " + m.text()));
  page.on("pageerror", (e) => fault("error: " + e.message));
  page.on("request", (r) => {
    if (r.url() !== url && !r.url().startsWith("data:")) fault("request: " + r.url());
  });
  await page.goto(url);
  const count = async () => page.$$eval("table.sort tbody tr", (rows) => rows.filter((r) => r.offsetParent !== null).length);
  const all = await count();
  for (const choice of await page.$$("input[type=radio]")) {
    await choice.check();
    const said = Number((await page.$eval(`label[for='${await choice.getAttribute("id")}']`, (l) => l.textContent)).split(": ")[1]);
    if ((await count()) !== said) fault(`filter: ${await count()} rows of ${said}`);
  }
  console.log(`  ${all} rows`);
  await page.close();
}

(async () => {
  if (process.argv[2] === "--page") {
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
    const url = "file://" + path.resolve(process.argv[3]);
    await accessibility(browser, url);
    await plain(browser, url);
    await browser.close();
    process.exit(faults > 0 ? 1 : 0);
  }
  const [report, data] = process.argv.slice(2, 4).map((name) => path.resolve(name));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
  const url = "file://" + report;
  await accessibility(browser, url);
  const pairs = JSON.parse(fs.readFileSync(data, "utf8")).comparisons.flatMap((pair) => [pair.a, pair.b]);
  await phone(browser, url, pairs);
  await printed(browser, url, new Set(pairs.filter((id) => id)).size);
  await quiet(browser, url);
  await figures(browser, url, data, report);
  await browser.close();
  if (faults > 0) console.log(`  ${faults} faults`);
  process.exit(faults > 0 ? 1 : 0);
})();
