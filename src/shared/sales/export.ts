/** How what was sold is written for other programs. */
export const exportFormats = ['csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Whether it says whom something went to as a whole, or only the end of it. */
export const referenceForms = ['masked', 'whole'] as const
export type ReferenceForm = (typeof referenceForms)[number]
