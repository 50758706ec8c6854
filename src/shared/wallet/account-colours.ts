/** The colours that distinguish accounts. */
export const accountColours = ['teal', 'blue', 'violet', 'rose', 'red', 'orange', 'amber', 'slate'] as const
export type AccountColour = (typeof accountColours)[number]
