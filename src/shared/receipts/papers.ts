/** The sheets of office printers. */
const sheets = ['A4', 'letter'] as const
/** The paper sizes of receipts: rolls by their width in mm, and sheets. */
export const papers = ['58', '80', ...sheets] as const
export type Paper = (typeof papers)[number]
export type Sheet = (typeof sheets)[number]

/** Returns whether a paper is a sheet, on which no network printer prints. */
export const isSheet = (paper: Paper): paper is Sheet => sheets.some((sheet) => sheet === paper)
