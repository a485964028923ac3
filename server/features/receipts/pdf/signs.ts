/**
 * What no receipt of a bank carries, each found in it at least once:
 * - `javascript`, also in a link, and `form_script`, in a form described in XML;
 * - `launch`: it starts a program;
 * - `submit`, `import`, `open_address`: by itself, it sends what is in its fields, fills them from elsewhere, opens an address;
 * - `remote_file`: it names a file on another machine of the reader's network, which greets that machine with a password's hash;
 * - `eicar`: the text by which scanners for malware are tested.
 */
export const signs = [
  'javascript',
  'form_script',
  'launch',
  'submit',
  'import',
  'open_address',
  'remote_file',
  'eicar',
] as const;

export type Sign = (typeof signs)[number];
