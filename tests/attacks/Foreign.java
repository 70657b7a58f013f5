/* Foreign.java - what Java and BouncyCastle say of many files, in one process.
 *
 *   java Foreign.java <LIST >ANSWERS
 *
 * LIST: "zip PATH", "cms SIGNATURE CONTENT ROOT SECONDS", or "stamp TOKEN DATA ROOT SECONDS", tabs between. Each answer is one line: yes or no. */
import java.io.*;
import java.nio.file.*;
import java.security.cert.*;
import java.util.*;
import java.util.zip.*;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.*;
import org.bouncycastle.cms.*;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.tsp.TimeStampToken;
import org.bouncycastle.util.Store;

class Foreign {
    static final int MOST = 8 << 20; // bytes read of one member

    static void drain(InputStream in) throws IOException {
        byte[] piece = new byte[65536];
        int total = 0;
        for (int n = in.read(piece); n >= 0 && total < MOST; n = in.read(piece)) total += n;
    }

    static boolean byDirectory(String path) {
        try (ZipFile zip = new ZipFile(path)) {
            int count = 0;
            for (Enumeration<? extends ZipEntry> e = zip.entries(); e.hasMoreElements(); count++) {
                try (InputStream in = zip.getInputStream(e.nextElement())) { drain(in); }
            }
            return count > 0;
        } catch (Exception | Error e) { return false; }
    }

    static boolean byStream(String path) {
        try (ZipInputStream zip = new ZipInputStream(new FileInputStream(path))) {
            int count = 0;
            for (; zip.getNextEntry() != null; count++) drain(zip);
            return count > 0;
        } catch (Exception | Error e) { return false; }
    }

    static X509Certificate anchor(String path) throws Exception {
        try (InputStream in = new FileInputStream(path)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509", "BC").generateCertificate(in);
        }
    }

    /* Throws where no chain leads to the anchor. */
    static void chain(X509CertificateHolder holder, Store<X509CertificateHolder> certificates, X509Certificate root, Date at) throws Exception {
        X509CertSelector target = new X509CertSelector();
        target.setCertificate(new JcaX509CertificateConverter().setProvider("BC").getCertificate(holder));
        PKIXBuilderParameters rules = new PKIXBuilderParameters(Set.of(new TrustAnchor(root, null)), target);
        rules.setRevocationEnabled(false);
        rules.setDate(at);
        List<X509Certificate> all = new ArrayList<>();
        for (X509CertificateHolder h : certificates.getMatches(null))
            all.add(new JcaX509CertificateConverter().setProvider("BC").getCertificate(h));
        rules.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(all), "BC"));
        CertPathBuilder.getInstance("PKIX", "BC").build(rules);
    }

    static boolean stamp(String[] word) {
        try {
            TimeStampToken token = new TimeStampToken(new CMSSignedData(Files.readAllBytes(Path.of(word[1]))));
            Store<X509CertificateHolder> certificates = token.getCertificates();
            Collection<X509CertificateHolder> found = certificates.getMatches(token.getSID());
            if (found.size() != 1) return false;
            X509CertificateHolder holder = found.iterator().next();
            token.validate(new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(holder));
            byte[] imprint = java.security.MessageDigest.getInstance(token.getTimeStampInfo().getMessageImprintAlgOID().getId(), "BC")
                .digest(Files.readAllBytes(Path.of(word[2])));
            if (!Arrays.equals(imprint, token.getTimeStampInfo().getMessageImprintDigest())) return false;
            chain(holder, certificates, anchor(word[3]), new Date(Long.parseLong(word[4]) * 1000));
            return true;
        } catch (Exception | Error e) { return false; }
    }

    /* Signature, attributes and chain; BouncyCastle asks nothing about usage by itself. */
    static boolean signature(String[] word) {
        try {
            byte[] content = Files.readAllBytes(Path.of(word[2]));
            CMSSignedData data = new CMSSignedData(new CMSProcessableByteArray(content), Files.readAllBytes(Path.of(word[1])));
            X509Certificate root = anchor(word[3]);
            Date at = new Date(Long.parseLong(word[4]) * 1000);
            Store<X509CertificateHolder> certificates = data.getCertificates();
            if (data.getSignerInfos().size() == 0) return false;
            for (SignerInformation signer : data.getSignerInfos()) {
                Collection<X509CertificateHolder> found = certificates.getMatches(signer.getSID());
                if (found.size() != 1) return false;
                X509CertificateHolder holder = found.iterator().next();
                if (!signer.verify(new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(holder))) return false;
                chain(holder, certificates, root, at);
            }
            return true;
        } catch (Exception | Error e) { return false; }
    }

    public static void main(String[] none) throws IOException {
        java.security.Security.addProvider(new BouncyCastleProvider());
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] word = line.split("\t");
            boolean good = word[0].equals("cms") ? signature(word) : word[0].equals("stamp") ? stamp(word) : word[0].equals("stream") ? byStream(word[1]) : byDirectory(word[1]);
            System.out.println(good ? "yes" : "no");
        }
    }
}
