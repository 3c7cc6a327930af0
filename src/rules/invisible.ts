// Characters that no person sees: they can carry an instruction to an assistant past everybody who looks.

/**
 * Characters without a glyph, or without a meaning that is fixed: controls, formats, private and unassigned ones, line
 * and paragraph ends, and all that Unicode calls default-ignorable, such as tag characters and variation selectors. The
 * last four are letters and a pattern that are drawn blank.
 */
export const invisible =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u115f\u1160\u2800\u3164\uffa0]/gu

/** Tag characters, which spell ASCII invisibly. */
const tags = /[\u{e0000}-\u{e007f}]/gu

/**
 * A text without tag characters.
 * @example withoutTags('Hi\u{e0041}') // 'Hi'
 */
export const withoutTags = (text: string): string => text.replace(tags, '')

/**
 * A character as JSON escapes it.
 *
 * @example escaped('\u200b') === '\\u200b'
 */
export const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')
