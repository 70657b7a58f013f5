// Pictures of a report: wide, narrow, dark, print. usage: node pictures.js REPORT.html FOLDER
const { chromium } = require("playwright-core");
const path = require("path");

const shots = [
  { name: "wide", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { name: "dark", viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
  { name: "narrow", viewport: { width: 390, height: 844 }, colorScheme: "light" },
];

(async () => {
  const [report, folder] = process.argv.slice(2);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
  for (const shot of shots) {
    const context = await browser.newContext(shot);
    const page = await context.newPage();
    await page.goto("file://" + path.resolve(report));
    await page.screenshot({ path: path.join(folder, shot.name + ".png"), fullPage: true });
    await page.screenshot({ path: path.join(folder, shot.name + "-first.png") });
    if (shot.name === "wide") {
      await page.pdf({ path: path.join(folder, "print.pdf"), preferCSSPageSize: true, printBackground: true });
    }
    await context.close();
  }
  await browser.close();
})();
