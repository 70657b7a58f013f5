// pictures.mjs HTML FOLDER - the report as browsers of three kinds show its first screen.
import { chromium } from "playwright-core";

const [html, folder] = process.argv.slice(2);
const views = [
  ["web", 1280, 1000, "light"],
  ["web-dark", 1280, 1700, "dark"],
  ["web-narrow", 390, 1700, "light"],
];
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const [name, width, height, colorScheme] of views) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  await page.goto(`file://${html}`);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.close();
}
await browser.close();
