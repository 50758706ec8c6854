import { requests } from '../shared/contract.ts'
import { AppError, toAppError } from '../shared/errors.ts'
import type { AppOptions } from './app-options.ts'
import { saveFileWith } from './ipc/save-file.ts'
import { supportHandlers, type SupportParts } from './ipc/support-handlers.ts'
import { createSupport } from './support/create-support.ts'
import { fileFacts, programFacts } from './support/program-facts.ts'
import type { ReportSection } from './support/write-report.ts'
import type { ShellHost } from './shell/shell.ts'
import { servePage } from './shell/serve-page.ts'

type RescueHostOptions = Pick<
  AppOptions,
  'config' | 'version' | 'shell' | 'secrets' | 'log' | 'logTail' | 'rendererFolder' | 'onClosed'
>

/**
 * Receives a page's requests while a rescue replaces the app: `answer` returns each answer, or throws. The report for support works too.
 */
export function createRescueHost(
  options: RescueHostOptions,
  answer: (name: unknown, input: unknown) => Promise<unknown>,
): ShellHost {
  const { rendererFolder, onClosed } = options
  const handlers = supportHandlers(openRescueSupport(options))

  function handle(name: unknown, input: unknown): unknown {
    switch (name) {
      case 'support.report':
      case 'support.save':
        return handlers[name](undefined)
      case 'support.noteError':
        return handlers[name](requests[name].input.parse(input))
      default:
        return answer(name, input)
    }
  }

  return {
    async request(trusted, name, input) {
      try {
        if (!trusted) throw new AppError('not-allowed', 'Only the app itself may ask')
        return { ok: true, value: await handle(name, input) }
      } catch (thrown) {
        const { code, message, details } = toAppError(thrown)
        return { ok: false, error: { code, message, ...(details ? { details: { ...details } } : {}) } }
      }
    },
    serve: (address) => servePage({ folder: rendererFolder, getImage: () => Promise.resolve(null) }, address),
    lock: () => undefined,
    pageEnded: () => undefined,
    closed: onClosed,
  }
}

/** Opens a report without what the databases hold. */
function openRescueSupport({ config, version, shell, secrets, log, logTail }: RescueHostOptions): SupportParts {
  const program = { version, window: shell.kind, hasSecretStore: secrets.protected, logLevel: config.logLevel }
  const facts = (): ReportSection[] => [programFacts(program), fileFacts(config.dataDir)]
  return { log, support: createSupport({ now: Date.now, logTail, facts }), save: saveFileWith(shell) }
}
