/* compare.c - letters of a PDF against the text of the pages, and against another setting. */
#include "letters.h"
#include "pdfread.h"

#include <glib.h>

enum {
    SHOWN = 60,
    PLACE_OFF = 3,      /* halves of a point */
    HEADERS_MOST = 500, /* searches for a header that came again; a report has a dozen kinds */
};

struct comparing {
    struct arena *home;
    struct letters page; /* those of one page */
    uint32_t number;     /* of the page, from 0 */
    struct str before;   /* pages.txt up to it */
    struct str known;    /* the header that was found last */
    size_t searches;
    struct str why;
};

/* One character of UTF-8, or one byte where it is none. */
static struct str character(struct str text)
{
    unsigned char first = text.len > 0 ? (unsigned char)text.at[0] : 0;
    size_t len = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    return str_sub(text, 0, len);
}

static struct str dense(struct arena *home, struct str text)
{
    struct buf out = buf_new(home, text.len + 1);
    while (text.len > 0) {
        struct str one = character(text);
        text = str_sub(text, one.len, text.len);
        if (!text_is_blank(one))
            buf_put(&out, one);
    }
    return buf_str(&out);
}

/* The text of one page in pages.txt: its head line, its foot line, what stands between. */
struct page_text {
    struct str head, foot, body;
};

static struct page_text page_text(struct str page)
{
    struct page_text out = { 0 };
    page = str_trim(page);
    size_t end = str_find(page, STR("\n"));
    end = end == SIZE_MAX ? page.len : end;
    out.head = str_sub(page, 0, end);
    size_t last = page.len;
    while (last > end && page.at[last - 1] != '\n')
        last--;
    out.foot = last > end ? str_sub(page, last, page.len) : (struct str){ 0 };
    out.body = str_sub(page, end, last);
    return out;
}

static struct str collected(const struct comparing *c, enum letter_kind kind)
{
    size_t size = 1;
    for (size_t i = 0; i < c->page.count; i++)
        size += c->page.item[i].text.len;
    struct buf out = buf_new(c->home, size);
    for (size_t i = 0; i < c->page.count; i++) {
        const struct letter *one = &c->page.item[i];
        if (one->kind == kind)
            buf_put(&out, one->text);
    }
    return dense(c->home, buf_str(&out));
}

static struct str shown(struct arena *home, struct str text, size_t at)
{
    struct buf out = buf_new(home, 4096);
    size_t from = at > SHOWN / 3 ? at - SHOWN / 3 : 0;
    while (from > 0 && from < text.len && ((unsigned char)text.at[from] & 0xC0) == 0x80)
        from--;
    buf_put_visible(&out, str_sub(text, from, at + SHOWN));
    return buf_str(&out);
}

static bool page_fault(struct comparing *c, struct str found, size_t found_at, struct str expected,
                       size_t expected_at)
{
    c->why = str_format(c->home, "page %u says \"%.*s\" where pages.txt says \"%.*s\"",
                        c->number + 1, STR_ARG(shown(c->home, found, found_at)),
                        STR_ARG(shown(c->home, expected, expected_at)));
    return false;
}

/* The length of what a reference is in the text, "[12]" or "[ab]", after its bracket and with the
 * other; 0: these letters are none. */
static size_t reference_long(struct str text)
{
    enum { LETTERS = 3, DIGITS = 6 };
    bool number = text.len > 0 && g_ascii_isdigit(text.at[0]);
    for (size_t i = 0; i < text.len && i <= (number ? DIGITS : LETTERS); i++)
        if (text.at[i] == ']')
            return i > 0 ? i + 1 : 0;
        else if (number ? !g_ascii_isdigit(text.at[i]) : !g_ascii_islower(text.at[i]))
            return 0;
    return 0;
}

/* The letters of a page's body, and of each byte whose it is; blanks are left out. */
struct body {
    struct str text;
    const struct letter **of;
};

static struct body body_of(const struct comparing *c)
{
    size_t size = 1;
    for (size_t i = 0; i < c->page.count; i++)
        size += c->page.item[i].text.len;
    struct body out = { .of = ARENA_MANY(c->home, size, const struct letter *) };
    struct buf text = buf_new(c->home, size);
    for (size_t i = 0; i < c->page.count; i++) {
        const struct letter *one = &c->page.item[i];
        struct str rest = one->text;
        while ((one->kind == LETTER_BODY || one->kind == LETTER_SAID) && rest.len > 0) {
            struct str sign = character(rest);
            rest = str_sub(rest, sign.len, rest.len);
            for (size_t k = 0; !text_is_blank(sign) && k < sign.len; k++)
                out.of[buf_str(&text).len + k] = one;
            if (!text_is_blank(sign))
                buf_put(&text, sign);
        }
    }
    out.text = buf_str(&text);
    return out;
}

/* Whether nobody takes the one letter to go on with the other: it is raised by a sixth of the
 * larger, or two of its size apart, or of another line, `line` of that size lower. */
static bool set_apart(const struct letter *mark, const struct letter *other, double line)
{
    double size = mark->size > other->size ? mark->size : other->size;
    double right = mark->x > other->x ? mark->x - other->x : other->x - mark->x;
    return mark->y - other->y >= size / 6 || other->y - mark->y >= size * line || right >= 2 * size;
}

/* A mark without its brackets, from i to `end`, stands raised beside what is before and behind it,
 * or by itself: "5[12]" is not set as "512". Of marks in a row, "a, b", the first is held against
 * what they follow: `base` is the last letter that is of none of them. */
static bool mark_raised(const struct body *found, size_t i, size_t end, size_t base)
{
    /* The next cell's first letter stands a line above a mark at the end of a cell, less what the
     * mark is raised. */
    static const double AFTER = 0.5;
    if (end > found->text.len)
        return false;
    bool row = end < found->text.len && found->text.at[end] == ',';
    for (size_t k = i; k < end; k++)
        if ((base < i && !set_apart(found->of[k], found->of[base], 1)) ||
            (!row && end < found->text.len && !set_apart(found->of[k], found->of[end], AFTER)))
            return false;
    return true;
}

/* References stand raised on the page and in brackets in the text: brackets around a number, or
 * around a letter or three, may be missing on the page where it is raised. */
static bool body_says(struct comparing *c, const struct body *body, struct str expected)
{
    struct str found = body->text;
    size_t base = SIZE_MAX;
    size_t i = 0, k = 0, open = 0; /* open: where the bracket closes that was passed over */
    while (k < expected.len) {
        size_t more = 0;
        if (i < found.len && found.at[i] == expected.at[k]) {
            bool in_row = k < open || (open > 0 && k == open + 1 && found.at[i] == ',');
            base = in_row ? base : i;
            i++;
            k++;
        } else if (expected.at[k] == '[' &&
                   (more = reference_long(str_sub(expected, k + 1, expected.len))) > 0) {
            open = k + more;
            k++;
            if (!mark_raised(body, i, i + more - 1, base))
                break;
        } else if (k == open && k > 0) {
            k++;
        } else {
            break;
        }
    }
    return (i == found.len && k == expected.len) || page_fault(c, found, i, expected, k);
}

/* Whether the lines from here on begin with all of the header. */
static bool lines_are(struct arena *home, struct str lines, struct str header)
{
    struct str line;
    while (header.len > 0 && str_cut(&lines, '\n', &line)) {
        struct str words = dense(home, line);
        if (words.len == 0 || !str_starts(header, words))
            return false;
        header = str_sub(header, words.len, header.len);
    }
    return header.len == 0;
}

/* A table's header, come again at the top of a page: whole lines of an earlier page, the first of
 * more than one cell. */
static bool header_known(struct comparing *c, struct str header)
{
    struct str rest = c->before, line;
    bool found = str_eq(header, c->known);
    if (!found && ++c->searches > HEADERS_MOST)
        return false;
    while (!found && str_cut(&rest, '\n', &line)) {
        struct arena_mark mark = arena_mark(c->home);
        found =
            line.len > 0 && line.at[0] == header.at[0] && str_find(line, STR("  ")) != SIZE_MAX &&
            lines_are(c->home, str_sub(c->before, (size_t)(line.at - c->before.at), c->before.len),
                      header);
        arena_rewind(c->home, mark);
    }
    c->known = header;
    return found;
}

/* The signs of a verdict on their scale, drawn large. */
static bool ornament_says_nothing(struct str text)
{
    static const char *const sign[] = { "=", "\u2248", "\u2260", "\u2026" };
    while (text.len > 0) {
        struct str one = character(text);
        bool known = false;
        for (size_t i = 0; i < ARRAY_COUNT(sign); i++)
            known = known || str_eq(one, str_from(sign[i]));
        if (!known)
            return false;
        text = str_sub(text, one.len, text.len);
    }
    return true;
}

static bool page_says(struct comparing *c, struct str said)
{
    struct page_text text = page_text(said);
    struct str furniture = collected(c, LETTER_FURNITURE);
    struct str ornament = collected(c, LETTER_ORNAMENT);
    struct str around =
        dense(c->home, str_format(c->home, "%.*s%.*s", STR_ARG(text.head), STR_ARG(text.foot)));
    if (!str_starts(furniture, around))
        return page_fault(c, furniture, 0, around, 0);
    struct str more = str_sub(furniture, around.len, furniture.len);
    if (more.len > 0 && !header_known(c, more))
        return page_fault(c, more, 0, STR(""), 0);
    if (!ornament_says_nothing(ornament))
        return page_fault(c, ornament, 0, STR(""), 0);
    const struct body body = body_of(c);
    return body_says(c, &body, dense(c->home, text.body));
}

bool letters_say(struct arena *home, const struct letters *letters, struct str pages_txt,
                 struct str *why)
{
    struct comparing c = { .home = home };
    struct str rest = pages_txt, page;
    size_t at = 0;
    bool good = true;
    for (; good && str_cut(&rest, '\f', &page); c.number++) {
        size_t begin = at;
        while (at < letters->count && letters->item[at].page == c.number)
            at++;
        c.page = (struct letters){ letters->item + begin, at - begin, 1 };
        c.before = str_sub(pages_txt, 0, (size_t)(page.at - pages_txt.at));
        good = page_says(&c, page);
    }
    if (good && c.number != letters->pages) {
        c.why = str_format(home, "%u pages, where pages.txt has %u", letters->pages, c.number);
        good = false;
    }
    *why = c.why;
    return good;
}

struct letters letters_join(struct arena *home, const struct letters *first,
                            const struct letters *then)
{
    struct letters out = { .count = first->count + then->count,
                           .pages = first->pages + then->pages };
    out.item = ARENA_MANY(home, out.count + 1, struct letter);
    for (size_t i = 0; i < out.count; i++) {
        out.item[i] = i < first->count ? first->item[i] : then->item[i - first->count];
        out.item[i].page += i < first->count ? 0 : first->pages;
    }
    return out;
}

static bool near(double a, double b)
{
    double apart = (a - b) * 2;
    return apart <= PLACE_OFF && apart >= -PLACE_OFF; /* and no NaN */
}

bool letters_stand(struct arena *home, const struct letters *letters, const struct letters *others,
                   struct str *why)
{
    *why = (struct str){ 0 };
    for (size_t i = 0; i < letters->count && i < others->count; i++) {
        const struct letter *a = &letters->item[i];
        const struct letter *b = &others->item[i];
        bool same = str_eq(a->text, b->text) && a->page == b->page && a->kind == b->kind;
        bool place = near(a->x, b->x) && near(a->y, b->y);
        if (same && place && str_eq(a->font, b->font) && near(a->size, b->size))
            continue;
        struct buf said = buf_new(home, 4096);
        buf_putf(&said, "page %u: \"", a->page + 1);
        for (size_t k = i < 10 ? 0 : i - 10; k < i + 10 && k < letters->count; k++)
            buf_put_visible(&said, letters->item[k].text);
        buf_putf(&said, "\" %s",
                 !same    ? "is another text than this program sets there"
                 : !place ? "stands elsewhere than this program sets it"
                          : "is in another face or size than this program sets it in");
        *why = buf_str(&said);
        return false;
    }
    if (letters->count != others->count || letters->pages != others->pages) {
        *why = str_format(home, "%zu letters on %u pages, where this program sets %zu on %u",
                          letters->count, letters->pages, others->count, others->pages);
        return false;
    }
    return true;
}
