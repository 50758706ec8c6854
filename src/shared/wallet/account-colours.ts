/** The colours by which a person tells accounts apart. */
export const accountColours = ['teal', 'blue', 'violet', 'rose', 'red', 'orange', 'amber', 'slate'] as const
export type AccountColour = (typeof accountColours)[number]
