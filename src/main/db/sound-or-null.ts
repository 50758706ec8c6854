import { z } from 'zod'

/** Returns what `read` does, but null where the record is damaged: one that is must not hold up the others. */
export function soundOrNull<T>(read: () => T | null): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return null
    throw error
  }
}
