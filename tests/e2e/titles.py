"""titles.py REPORT.html - the title of every chart, the heading that stands above it, says what the chart shows: it holds a verb of
the list below or, with a figure, what the figure is of; and no minus sign stands where a word says which way. Prints each that does not; exits with 1 if there is one."""
import html.parser, re, sys

VERBS = """delivers takes is are differs decides show shows has keep keeps saturates saturate needs stays costs changes could
make take vary falls valid steady not"""
SAYS = re.compile(r"\b(?:%s)\b" % "|".join(VERBS.split()))
PARTED = re.compile(r"^(?:Cost of work|Energy|Work for money|Largest part of [^:]*): \S")
SIGNED = re.compile(r"\u2212[\d.,]+\u202f%.*\b(?:less|more|fewer|with)\b")


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.within, self.heading, self.soft, self.charts, self.annex = None, "", 0, [], 0

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        if tag == "section" and "data-annex" in named:
            self.annex = 1
        if re.fullmatch("h[1-6]", tag):
            self.within, self.heading, self.soft = tag, "", 0
        # what stands behind the title in soft letters, a span without a name, is what it counts in
        if self.within and (self.soft or tag == "span" and not named or "soft" in (named.get("class") or "")):
            self.soft += 1
        if tag == "svg" and (named.get("class") or "") == "chart":
            self.charts.append((self.heading.strip(), named.get("aria-labelledby") or "", self.annex))

    def handle_endtag(self, tag):
        if tag == self.within:
            self.within = None
        elif self.soft:
            self.soft -= 1

    def handle_data(self, text):
        if self.within and not self.soft:
            self.heading += text


page = Page()
page.feed(open(sys.argv[1], encoding="utf-8").read())
wrong = ["%s: %r" % (chart, title) for title, chart, annex in page.charts
         if not annex and not SAYS.search(title) and not PARTED.search(title) or SIGNED.search(title)]
for line in wrong:
    print("FAIL no finding in the title of", line)
sys.exit(1 if wrong else 0)
