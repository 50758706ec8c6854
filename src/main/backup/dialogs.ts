/** The system's dialogs, which answer a path, null where the person chose none; null where the shell has no dialogs. */
export type Dialogs = {
  chooseFolder(): Promise<string | null>
  /** A file whose name ends so. */
  chooseFile(ending: string): Promise<string | null>
} | null
