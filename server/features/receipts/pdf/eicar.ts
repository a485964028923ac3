// In two parts: scanners would take this file away.
const text = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('-');

/** The text that stands for malware wherever scanners are tested; see https://www.eicar.org. */
export const holdsEicar = (content: Buffer): boolean => content.includes(text, 0, 'latin1');
