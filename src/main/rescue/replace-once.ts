/** Runs one replacement: a second one at the same time, or after it succeeded, does nothing. A failed one can be repeated. */
export function createReplaceOnce(): (replace: () => Promise<void>) => Promise<void> {
  let isReplaced = false
  return async (replace) => {
    if (isReplaced) return
    isReplaced = true
    try {
      await replace()
    } catch (error) {
      isReplaced = false
      throw error
    }
  }
}
