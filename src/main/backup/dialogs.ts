/** The system's dialogs. They return a path, or null if the user cancelled; null if the shell has no dialogs. */
export type Dialogs = {
  chooseFolder(): Promise<string | null>
  /** Asks for a file whose name ends with `ending`. */
  chooseFile(ending: string): Promise<string | null>
} | null
