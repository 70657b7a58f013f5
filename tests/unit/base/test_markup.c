#include "base/markup.h"
#include "base_test.h"

static void hostile_text_stays_text(void **state)
{
    (void)state;
    static const struct {
        const char *text, *between, *inside; /* between tags; inside an attribute */
    } table[] = {
        { "<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;",
          "&lt;script&gt;alert(1)&lt;/script&gt;" },
        { "a&b", "a&amp;b", "a&amp;b" },
        { "\" onload=\"x", "\" onload=\"x", "&quot; onload=&quot;x" },
        { "]]>", "]]&gt;", "]]&gt;" },
        { "a\tb\nc", "a\tb\nc", "a&#9;b&#10;c" },
        { "\r\x01\x7F", "‹U+000D›‹U+0001›‹U+007F›", "‹U+000D›‹U+0001›‹U+007F›" },
        /* NOLINTNEXTLINE(misc-misleading-bidirectional): it is what must be made visible */
        { "\xEF\xBF\xBE\xE2\x80\xAE", "‹U+FFFE›‹U+202E›", "‹U+FFFE›‹U+202E›" },
        { "\xED\xA0\x80\xFF", "‹0xED›‹0xA0›‹0x80›‹0xFF›", "‹0xED›‹0xA0›‹0x80›‹0xFF›" },
        { "\xC3\xA9\xF0\x9F\x98\x80", "\xC3\xA9\xF0\x9F\x98\x80", "\xC3\xA9\xF0\x9F\x98\x80" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++) {
        struct buf buf = buf_new(home, 1000);
        markup_put_text(&buf, str_from(table[i].text));
        assert_str(buf_str(&buf), table[i].between);
        struct markup markup;
        buf = buf_new(home, 1000);
        markup_begin(&markup, &buf, false);
        markup_open(&markup, "a");
        markup_attribute(&markup, "b", str_from(table[i].text));
        markup_close(&markup);
        struct str want = str_format(home, "<a b=\"%s\"/>", table[i].inside);
        assert_str(buf_str(&buf), want.at);
    }
}

static void build(struct markup *markup)
{
    markup_open(markup, "p");
    markup_attributef(markup, "id", "n%d", 4);
    markup_text(markup, STR("a < b"));
    markup_open(markup, "br");
    markup_close(markup);
    markup_open(markup, "i");
    markup_close(markup);
    markup_open(markup, "style");
    markup_raw(markup, STR("p > i { }"));
    markup_close(markup);
    markup_text(markup, STR(""));
    markup_close(markup);
}

static void html_and_xml_close_differently(void **state)
{
    (void)state;
    struct buf buf = buf_new(home, 1000);
    struct markup markup;
    markup_begin(&markup, &buf, true);
    build(&markup);
    assert_str(buf_str(&buf), "<p id=\"n4\">a &lt; b<br><i></i><style>p > i { }</style></p>");
    buf = buf_new(home, 1000);
    markup_begin(&markup, &buf, false);
    build(&markup);
    assert_str(buf_str(&buf), "<p id=\"n4\">a &lt; b<br/><i/><style>p > i { }</style></p>");
    assert_int_equal(markup.depth, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { CASE(hostile_text_stays_text),
                                        CASE(html_and_xml_close_differently) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
