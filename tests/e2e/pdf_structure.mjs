// pdf_structure.mjs PDFJS_DIST report.pdf - what pdf.js sees: marked, titled, figures with their texts,
// an outline that leads somewhere, page labels, links with contents.
import { readFileSync } from "node:fs";

const [modules, file] = process.argv.slice(2);
const pdfjs = await import(`${modules}/legacy/build/pdf.mjs`);
const document = await pdfjs.getDocument({ data: new Uint8Array(readFileSync(file)), verbosity: 0 }).promise;
const troubles = [];
const expect = (holds, words) => holds || troubles.push(words);

expect((await document.getMarkInfo())?.Marked, "not marked");
const { info, metadata } = await document.getMetadata();
expect(info.Title && metadata?.get("dc:title") === info.Title, "title differs from the metadata's");
const outline = await document.getOutline();
expect(outline?.length > 3, "too few bookmarks");
for (const item of outline ?? [])
    expect(Number.isInteger(await document.getPageIndex(item.dest[0])), `bookmark leads nowhere: ${item.title}`);
const labels = await document.getPageLabels();
expect(labels?.length === document.numPages && labels[0] === "1", "page labels");

let figures = 0;
let links = 0;
const walk = (node) => {
    if (node.role === "Figure") {
        figures++;
        expect(node.alt && node.bbox?.length === 4, "figure without text or box");
    }
    for (const kid of node.children ?? []) walk(kid);
};
for (let i = 1; i <= document.numPages; i++) {
    const page = await document.getPage(i);
    const tree = await page.getStructTree();
    expect(tree, `page ${i}: no structure`);
    if (tree) walk(tree);
    for (const annotation of await page.getAnnotations()) {
        links++;
        expect(annotation.subtype === "Link" && annotation.contentsObj?.str && annotation.dest, `page ${i}: bad link`);
    }
    const content = await page.getTextContent({ includeMarkedContent: true });
    expect(content.items.some((item) => item.tag === "Artifact"), `page ${i}: no artifact`);
}
expect(figures > 0 && links > 50, "no figures or links");
for (const trouble of troubles) console.error(`pdf_structure: ${trouble}`);
process.exit(troubles.length ? 1 : 0);
