import java.io.File;
import org.apache.pdfbox.preflight.Format;
import org.apache.pdfbox.preflight.PreflightDocument;
import org.apache.pdfbox.preflight.ValidationResult;
import org.apache.pdfbox.preflight.parser.PreflightParser;

/** Prints what PDFBox finds against PDF/A-1b: one error code a line. */
public class Preflight {
    public static void main(String[] arguments) throws Exception {
        for (String name : arguments) {
            PreflightParser parser = new PreflightParser(new File(name));
            parser.parse(Format.PDF_A1B);
            try (PreflightDocument document = parser.getPreflightDocument()) {
                document.validate();
                ValidationResult result = document.getResult();
                for (ValidationResult.ValidationError error : result.getErrorsList())
                    System.out.println(name + ": " + error.getErrorCode() + " " + error.getDetails());
            }
        }
    }
}
