import forge from 'node-forge';

export type Identity = { readonly cert: string; readonly key: string };

/** An authority of a test's own, which vouches for this machine and for clients. */
export const createAuthority = (): { readonly cert: string; readonly vouchFor: (name: string) => Identity } => {
  const keys = forge.pki.rsa.generateKeyPair(2_048);
  const subject = [{ name: 'commonName', value: 'Test authority' }];
  let serial = 0;
  const make = (name: string, publicKey: forge.pki.PublicKey, extensions: object[]): forge.pki.Certificate => {
    const certificate = forge.pki.createCertificate();
    certificate.publicKey = publicKey;
    serial += 1;
    certificate.serialNumber = `0${serial}`;
    certificate.validity.notBefore = new Date(Date.now() - 86_400_000);
    certificate.validity.notAfter = new Date(Date.now() + 86_400_000);
    certificate.setSubject([{ name: 'commonName', value: name }]);
    certificate.setIssuer(subject);
    certificate.setExtensions(extensions);
    certificate.sign(keys.privateKey, forge.md.sha256.create());
    return certificate;
  };
  const own = make('Test authority', keys.publicKey, [{ name: 'basicConstraints', cA: true }]);
  return {
    cert: forge.pki.certificateToPem(own),
    vouchFor: (name) => {
      const pair = forge.pki.rsa.generateKeyPair(2_048);
      const names = [
        { type: 2, value: 'localhost' },
        { type: 7, ip: '127.0.0.1' },
      ];
      const certificate = make(name, pair.publicKey, [{ name: 'subjectAltName', altNames: names }]);
      return { cert: forge.pki.certificateToPem(certificate), key: forge.pki.privateKeyToPem(pair.privateKey) };
    },
  };
};
