/** ISO/IEC 7812-1, annex B: every second digit from the right counts twice. Zeros have a right check digit, and are no card. */
export const isCardNumber = (text: string): boolean => {
  const sum = [...text].reverse().reduce((total, character, index) => {
    const counted = Number(character) * (index % 2 === 0 ? 1 : 2);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return /^\d{16,19}$/.test(text) && sum % 10 === 0 && sum > 0;
};
