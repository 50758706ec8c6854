/** A file's text, or its pieces, each created after the previous one was written. */
export type FileText = string | Iterable<string>
