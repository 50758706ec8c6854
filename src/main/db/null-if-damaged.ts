import { z } from 'zod'

/** Returns the result of `read`, or null if the record is damaged: one damaged record must not block the others. */
export function nullIfDamaged<T>(read: () => T | null): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return null
    throw error
  }
}
