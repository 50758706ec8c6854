/** A process that was begun, and what leads there and back. A message is whatever a structured clone can copy. */
export interface VaultChannel {
  /** Has copied the message when it returns. */
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, when the process is gone; `cause` where it could not be begun. */
  onExit(listener: (cause?: unknown) => void): void
  /** Ends it at once, whatever it is doing. */
  kill(): void
}
