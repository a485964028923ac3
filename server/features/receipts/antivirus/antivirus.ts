export type Antivirus = {
  /**
   * The name of the malware that was found in the file, as the scanner calls it; null: none. Rejects when the scanner
   * cannot be reached, does not answer in time or cannot tell: never is a file clean because it was not scanned.
   */
  readonly scan: (content: Buffer) => Promise<string | null>;
};

/** What is told about it to the reviewer; null where no antivirus is configured. */
export type Scan = { readonly isScanned: true; readonly malware: string | null } | { readonly isScanned: false } | null;
