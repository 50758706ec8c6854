import { toSentError, type AppError } from '../../shared/errors.ts'
import type { AppOptions } from '../app-options.ts'
import { withRefusal, type Handlers } from '../ipc/channel/handlers.ts'
import { createRouter, logAnswers } from '../ipc/channel/router.ts'
import { saveFileWith } from '../shell/save-file.ts'
import { supportHandlers, type SupportParts } from '../ipc/handlers/support-handlers.ts'
import type { Shell, ShellHost } from '../shell/shell.ts'
import { nothing, servePage } from '../shell/serve-page.ts'
import { createSupport } from '../support/create-support.ts'
import { fileFacts, programFacts } from '../support/program-facts.ts'
import type { ReportSection } from '../support/write-report.ts'

export interface RescueHostOptions extends Pick<
  AppOptions,
  'config' | 'version' | 'secrets' | 'log' | 'logTail' | 'rendererFolder' | 'onClosed'
> {
  readonly shell: Pick<Shell, 'kind' | 'saveFile'>
}

/**
 * Receives a page's requests while a rescue replaces the app: it answers those of `rescue` and the report for support, and refuses all
 * others with `damage`, which says what is wrong.
 */
export function createRescueHost(
  options: RescueHostOptions,
  rescue: Partial<Handlers>,
  damage: () => AppError,
): ShellHost {
  const { log, rendererFolder, onClosed } = options
  const router = createRouter({
    handlers: withRefusal({ ...rescue, ...supportHandlers(openRescueSupport(options)) }, damage),
    // Nobody can sign in without ledger and vault.
    role: () => 'manager',
    // The terminal already shows what is wrong.
    report: (error, request) => log('ipc.failed', { request }, { error: error.cause, sentence: null }),
  })
  return {
    request: logAnswers(router, log),
    // A rescue's shell has no window for a customer.
    customer: {
      request: () => Promise.resolve({ ok: false, error: toSentError(damage()) }),
      serve: () => Promise.resolve(nothing()),
    },
    serve: (address) => servePage({ folder: rendererFolder, getImage: () => Promise.resolve(null) }, address),
    lock: () => undefined,
    signOut: () => undefined,
    pageEnded: () => undefined,
    openPath: () => log('page.unopened', { state: 'rescue' }),
    openLink: () => log('page.unopened', { state: 'rescue' }),
    closed: onClosed,
  }
}

/** Opens a report without what the databases hold. */
function openRescueSupport({ config, version, shell, secrets, log, logTail }: RescueHostOptions): SupportParts {
  const program = { version, window: shell.kind, hasSecretStore: secrets.protected, logLevel: config.logLevel }
  const facts = (): ReportSection[] => [programFacts(program), fileFacts(config.dataDir)]
  return { log, support: createSupport({ now: Date.now, logTail, facts }), save: saveFileWith(shell) }
}
