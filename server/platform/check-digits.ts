const completing = (sum: number): string => String((10 - (sum % 10)) % 10);

/** ISO/IEC 7812-1, annex B: every second digit counts twice, from the right, where the check digit is put. */
export const luhnDigitOf = (digits: string): string =>
  completing(
    [...digits].reverse().reduce((total, character, index) => {
      const counted = Number(character) * (index % 2 === 0 ? 2 : 1);
      return total + (counted > 9 ? counted - 9 : counted);
    }, 0),
  );

const cbuWeights = [3, 1, 7, 9] as const;

/** Of each of the two blocks of a CBU: makes its weighed sum a multiple of ten; weights count from the right. */
export const cbuDigitOf = (digits: string): string =>
  completing(
    [...digits]
      .reverse()
      .reduce((total, character, index) => total + Number(character) * cbuWeights[(index % 4) as 0 | 1 | 2 | 3], 0),
  );
