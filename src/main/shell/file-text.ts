/** What is written into a file: a text, or its pieces, each made when the one before was written. */
export type FileText = string | Iterable<string>
