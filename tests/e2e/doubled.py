"""doubled.py REPORT.html - what is read twice: a sentence of more than eight words that stands twice behind page one, before the
annex. Not counted: first pages (of the case and of each pair, which are torn off), heads and captions of tables, what each
profile says of its own side, what was found of each pair (how its cell begins), and what is asked of each party. Words are those
without digits. Prints each with where it stands; exits with 1 if there is one."""
import collections, html.parser, re, sys

BLOCK = {"p", "li", "td", "th", "h1", "h2", "h3", "h4", "div", "section", "tr", "table", "ul", "ol", "dt", "dd", "caption", "figure"}
VOID = {"br", "img", "meta", "link", "hr", "input", "wbr", "col"}
UNREAD = {"details", "svg", "script", "style", "nav", "sup", "caption", "head", "footer"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.text, self.blocks = [], "", []

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        if tag in BLOCK:
            self.flush()
        if tag not in VOID:
            mark = tag == "a" and named.get("class") == "f"
            self.open.append((tag, named.get("id") or "", "data-annex" in named or tag in UNREAD or mark))

    def handle_endtag(self, tag):
        if tag in BLOCK:
            self.flush()
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, text):
        if not any(unread for _, _, unread in self.open):
            self.text += text

    def flush(self):
        text, self.text = " ".join(self.text.split()), ""
        if text:
            at = [name for tag, name, _ in self.open if tag == "section" and name]
            kind = [tag for tag, _, _ in self.open if tag in BLOCK]
            self.blocks.append((text, at, kind[-1] if kind else ""))


def counted(at, kind):
    first = at[:1] == ["summary"] or any(name.startswith("pair-") for name in at)
    return at and not first and kind != "th" and not any(name.startswith("profile-") for name in at)


def doubled(page):
    parser = Page()
    parser.feed(page)
    seen = collections.defaultdict(list)
    for text, at, kind in parser.blocks:
        if counted(at, kind):
            found = kind == "td" and at[-1].startswith("stated")
            for sentence in re.split(r"(?<=[.!?:])\s+(?=[A-ZÄÖÜ])", text)[found:]:
                if len(re.findall(r"[^\W\d_]{2,}", sentence)) > 8 and not (kind == "li" and at == ["questions"]):
                    seen[sentence].append("/".join(at) + " " + kind)
    return {sentence: at for sentence, at in seen.items() if len(at) > 1}, len(seen)


if __name__ == "__main__":
    found, sentences = doubled(open(sys.argv[1], encoding="utf-8").read())
    for sentence, at in found.items():
        print(f"{len(at)} times: {sentence} ({', '.join(dict.fromkeys(at))})")
    assert sentences > 5, sentences
    sys.exit(1 if found else 0)
