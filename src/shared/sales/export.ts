/** The file formats in which sales are exported. */
export const exportFormats = ['csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Whether an export has whole recipients, or only their last characters. */
export const referenceForms = ['masked', 'whole'] as const
export type ReferenceForm = (typeof referenceForms)[number]
