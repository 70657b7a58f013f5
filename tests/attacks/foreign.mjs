// foreign.mjs - what yauzl and pkijs say of many files, in one process. Lines as in Foreign.java.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { webcrypto } from "node:crypto";
const require = createRequire(new URL("../web/package.json", import.meta.url));
const yauzl = require("yauzl"), asn1 = require("asn1js"), pki = require("pkijs");
pki.setEngine("node", new pki.CryptoEngine({ name: "node", crypto: webcrypto }));
const MOST = 8 << 20;

function zip(path) {
    return new Promise((done) => {
        yauzl.open(path, { lazyEntries: true }, (bad, file) => {
            if (bad) return done(false);
            let count = 0;
            file.on("error", () => done(false));
            file.on("end", () => done(count > 0));
            file.on("entry", (entry) => {
                count++;
                file.openReadStream(entry, (worse, stream) => {
                    if (worse) return done(false);
                    let total = 0;
                    stream.on("error", () => done(false));
                    stream.on("data", (piece) => { total += piece.length; if (total > MOST) stream.destroy(), file.readEntry(); });
                    stream.on("end", () => file.readEntry());
                });
            });
            file.readEntry();
        });
    });
}
const bytes = (path) => { const b = readFileSync(path); return b.buffer.slice(b.byteOffset, b.byteOffset + b.length); };
const fromPem = (path) => {
    const text = readFileSync(path, "utf8").match(/-----BEGIN CERTIFICATE-----([^-]*)/)[1];
    const b = Buffer.from(text, "base64");
    return pki.Certificate.fromBER(b.buffer.slice(b.byteOffset, b.byteOffset + b.length));
};
async function cms([, signature, content, root, at]) {
    try {
        const info = pki.ContentInfo.fromBER(bytes(signature));
        const data = new pki.SignedData({ schema: info.content });
        if (data.signerInfos.length === 0) return false;
        for (let i = 0; i < data.signerInfos.length; i++) {
            const said = await data.verify({ signer: i, data: bytes(content), trustedCerts: [fromPem(root)], checkChain: true,
                checkDate: new Date(Number(at) * 1000), extendedMode: true });
            if (!said.signatureVerified || said.signerCertificateVerified === false) return false;
        }
        return true;
    } catch { return false; }
}
process.on("uncaughtException", () => {});
const lines = readFileSync(0, "utf8").split("\n").filter(Boolean);
for (const line of lines) {
    const word = line.split("\t");
    const late = new Promise((done) => setTimeout(() => done(false), 5000).unref());
    console.log((await Promise.race([word[0] === "cms" ? cms(word) : zip(word[1]), late])) ? "yes" : "no");
}
process.exit(0);
