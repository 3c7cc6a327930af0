// Unicode white space, which is not quite what String.prototype.trim removes.

const surrounding = /^\p{White_Space}+|\p{White_Space}+$/gu

/**
 * Removes surrounding Unicode white space (spec/management 2.2): with U+0085, without U+FEFF.
 * @example trimWhiteSpace('\u00a0 Sign up \n') // 'Sign up'
 */
export const trimWhiteSpace = (text: string): string => text.replace(surrounding, '')
