const names = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** A whole number as English prose writes it: small ones as words. */
export const inEnglish = (count: number): string => names[count] ?? String(count)
