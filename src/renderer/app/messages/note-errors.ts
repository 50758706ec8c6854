import type { App } from 'vue'
import { request } from '../requests/client.ts'

/** A page that keeps failing adds nothing new. */
const MAX_REPORTS = 20
const MAX_STACK = 4000

/** Notifies main of uncaught errors of the page: their name and where they were thrown. Messages stay here: they may quote typed text. */
export function noteErrors(app: Pick<App, 'config'>): void {
  let noted = 0
  function note(error: unknown): void {
    if (!(error instanceof Error) || noted++ >= MAX_REPORTS) return
    const { name, stack = '' } = error
    const frames = stack.slice(Math.max(0, stack.indexOf('\n    at '))).slice(0, MAX_STACK)
    request('support.noteError', { name: name.slice(0, 100), stack: frames }).catch(() => undefined)
  }
  window.addEventListener('error', ({ error }) => note(error))
  window.addEventListener('unhandledrejection', ({ reason }) => note(reason))
  app.config.errorHandler = (error) => {
    console.error(error)
    note(error)
  }
}
