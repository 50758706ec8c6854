/** The most tags of a note, as main and renderer agree. */
export const MOST_TAGS = 20
/** The characters of a note. */
export const LONGEST_NOTE = 2000
