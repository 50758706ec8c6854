/** The file formats in which sales are exported. */
export const exportFormats = ['csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Whether an export has whole recipients, or only their last characters. */
export type ReferenceForm = 'masked' | 'whole'
