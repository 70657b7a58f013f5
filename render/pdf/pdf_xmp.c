/* pdf_xmp.c - the XMP packet (ISO 16684-1) that repeats the Info dictionary and names the profile
 * the file is built to (ISO 19005-2, part 2 level B). */
#include "pdf_own.h"

#include "base/markup.h"

void xmp_put(const struct pdf_facts *facts, struct buf *out)
{
    buf_put(
        out,
        STR("<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
            "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
            "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
            "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\""
            " xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\""
            " xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\">\n"
            "<pdfaid:part>2</pdfaid:part>\n<pdfaid:conformance>B</pdfaid:conformance>\n"
            "<dc:format>application/pdf</dc:format>\n<dc:title><rdf:Alt><rdf:li "
            "xml:lang=\"x-default\">"));
    markup_put_text(out, facts->title);
    buf_put(out, STR("</rdf:li></rdf:Alt></dc:title>\n<dc:language><rdf:Bag><rdf:li>"));
    markup_put_text(out, facts->language);
    buf_putf(out,
             "</rdf:li></rdf:Bag></dc:language>\n<xmp:CreateDate>%.*sT00:00:00Z</xmp:CreateDate>\n",
             STR_ARG(facts->day));
    buf_putf(out, "<xmp:ModifyDate>%.*sT00:00:00Z</xmp:ModifyDate>\n<pdf:Producer>",
             STR_ARG(facts->day));
    markup_put_text(out, facts->producer);
    buf_put(out, STR("</pdf:Producer>\n</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket "
                     "end=\"w\"?>"));
}
