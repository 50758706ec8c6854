import type { Timer } from '../../shared/timer.ts'

/** The system's clipboard. */
interface SystemClipboard {
  read(): Promise<string>
  write(text: string): Promise<void>
}

/** A clipboard that forgets secrets. */
export interface SecretClipboard {
  /** Copies a text, and clears it a minute later unless the clipboard holds something else by then. Returns false if there is none. */
  copy(text: string): Promise<boolean>
  /** Clears what it still holds of its own, now. */
  clear(): Promise<void>
}

const CLEARED_AFTER_MS = 60_000

/** Creates it over the system's clipboard; null is none. */
export function createClipboard(system: SystemClipboard | null, timer: Timer): SecretClipboard {
  let held: string | null = null
  let cancel = (): void => undefined
  /** The last write: the clipboard shows nothing of a write that is not finished. */
  let writing = Promise.resolve()

  async function clear(): Promise<void> {
    cancel()
    const own = held
    held = null
    await writing.catch(() => undefined)
    if (own !== null && (await system?.read()) === own) await system?.write('')
  }

  return {
    clear,
    async copy(text) {
      cancel()
      if (system === null) return false
      held = text
      cancel = timer(CLEARED_AFTER_MS, () => void clear().catch(() => undefined))
      writing = writing.catch(() => undefined).then(() => system.write(text))
      await writing
      return true
    },
  }
}
