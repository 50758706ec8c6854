import type { Locale } from '../app/locales.ts'

/** The file formats in which sales are exported. */
export const exportFormats = ['csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** How a table is written, so that the person's spreadsheet reads it: in their language, with their decimal sign. */
export interface TableForm {
  readonly language: Locale
  readonly decimalSign: ',' | '.'
}

/** Whether an export has whole recipients, or only their last characters. */
export type ReferenceForm = 'masked' | 'whole'
