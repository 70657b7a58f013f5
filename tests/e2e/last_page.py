"""last_page.py REPORT.pdf - whether the last page holds no more than a few lines, or the last part of a few more stands on a page by
itself though the page before it has room, whether the second page is half empty, and whether marks of facts stand on a line
without a word: places of words by pdftotext -bbox, the frame of a page as docs/report.md gives it."""
import re, subprocess, sys

TOP, BOTTOM, GAP = 66.0, 782.5, 28.4  # points: of the body, and above a part that goes on on its page
LINES = 4  # no last page of so few


def body(page):
    words = [(float(x), float(y), float(end), word) for x, y, end, word in re.findall(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">([^<]*)', page)]
    return sorted((y, x, end, word) for x, y, end, word in words if y > TOP - 4 and end < BOTTOM + 4)


def lines(page):
    """Each begins below the middle of the one before."""
    count, middle = 0, 0.0
    for y, _, end, _ in page:
        if y > middle:
            count, middle = count + 1, (y + end) / 2
    return count


pages = [body(page) for page in subprocess.run(["pdftotext", "-bbox", sys.argv[1], "-"], capture_output=True, text=True, check=True).stdout.split("<page ")[1:]]
for number, page in enumerate(pages, 1):
    marks = [w for w in page if re.fullmatch("[a-z]{1,2},?", w[3]) and w[2] - w[0] < 10.5]
    for y, x, end, word in marks:
        if not any(w[0] < end - 1 and w[2] > y + 1 for w in page if w not in marks):
            sys.exit(f"page {number}: the mark “{word}” at {x:.0f}, {y:.0f} stands on a line without a word")
if len(pages) > 3 and max(end for _, _, end, _ in pages[1]) - TOP < 0.45 * (BOTTOM - TOP):
    sys.exit("the second page is more than half empty")
before, last = pages[-2], pages[-1]
if len(pages) > 3 and lines(last) <= LINES:
    sys.exit(f"the last page holds {lines(last)} lines: {' '.join(word for _, _, _, word in last)}")
first = " ".join(word for _, _, _, word in last[:2])
if len(pages) > 3 and first in ("Limits and", "Grenzen und"):
    used, needed = max(end for _, _, end, _ in before) - TOP, max(end for _, _, end, _ in last) - TOP
    print(f"{used:.0f} of {BOTTOM - TOP:.0f} points used before, {needed:.0f} needed")
    sys.exit(1 if used + GAP + needed < BOTTOM - TOP - 6 else 0)
