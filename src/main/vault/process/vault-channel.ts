/** A started process and the channel to it. A message is anything a structured clone can copy. */
export interface VaultChannel {
  /** Sends a message, which is copied before the call returns. */
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Registers a listener for the exit, called once; `cause` is set if the process could not start. */
  onExit(listener: (cause?: unknown) => void): void
  /** Kills the process immediately, even if it is busy. */
  kill(): void
}
