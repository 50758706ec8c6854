import { AppError, toAppError } from '../shared/errors.ts'
import type { AppOptions } from './app-options.ts'
import type { ShellHost } from './shell/shell.ts'
import { servePage } from './shell/serve-page.ts'

/** Receives a page's requests while a rescue replaces the app: `answer` returns each answer, or throws. */
export function createRescueHost(
  { rendererFolder, onClosed }: Pick<AppOptions, 'rendererFolder' | 'onClosed'>,
  answer: (name: unknown, input: unknown) => Promise<unknown>,
): ShellHost {
  return {
    async request(trusted, name, input) {
      try {
        if (!trusted) throw new AppError('not-allowed', 'Only the app itself may ask')
        return { ok: true, value: await answer(name, input) }
      } catch (thrown) {
        const { code, message, details } = toAppError(thrown)
        return { ok: false, error: { code, message, ...(details ? { details: { ...details } } : {}) } }
      }
    },
    serve: (address) => servePage({ folder: rendererFolder, getImage: () => Promise.resolve(null) }, address),
    lock: () => undefined,
    left: () => undefined,
    closed: onClosed,
  }
}
