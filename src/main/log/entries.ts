import { quoteProblems } from '../../shared/checkout/quote-problems.ts'
import { errorReasons, payingStops } from '../../shared/error-reasons.ts'
import { errorCodes } from '../../shared/errors.ts'
import { userRoles } from '../../shared/kiosk/roles.ts'
import { policyReasons } from '../../shared/policy/views.ts'
import { attentionReasons, personStatuses } from '../../shared/purchases/state.ts'
import { count, dotted, host, oneOf, pathOf, task, uuid, version, type Kind } from './kinds.ts'

/** From most to least severe; a log writes its own level and the more severe ones. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/** A line that Till may log: its level, its text, and the kinds of its fields. */
interface Entry {
  readonly level: LogLevel
  readonly text: string
  readonly fields: Readonly<Record<string, Kind<never>>>
}

/** The paths of the spending service's API. */
const servicePaths = [
  '/api/v1/products/grouped/',
  '/api/v1/networks/',
  '/api/v1/tokens/:network/',
  '/api/v1/countries/',
  '/api/v1/quotes/',
  '/quotes',
  '/api/v1/wallets/:address/',
  '/api/v1/wallets/:address/transactions/',
  '/api/v1/wallets/:address/transactions/:id/',
]
const connectionStates = ['unknown', 'online', 'offline', 'refused', 'waiting', 'trouble'] as const
const updateProblems = [
  'not-connected',
  'broken',
  'timeout',
  'too-large',
  'aborted',
  'status',
  'not-a-notice',
  'signature',
  'content',
  'not-stored',
] as const
const none = {}

/**
 * Everything that the log can contain, by folder and name. Fields are numbers, IDs, hosts, and words of closed lists. There is no kind for
 * free text, so user input, service answers and keys cannot reach the file.
 */
export const entries = {
  'app.started': {
    level: 'info',
    text: 'Till started',
    fields: {
      version,
      window: oneOf(['electron', 'chromium']),
      platform: oneOf(['linux', 'darwin', 'win32']),
      arch: oneOf(['x64', 'arm64', 'arm', 'ia32', 'riscv64']),
      system: version,
      node: version,
      electron: version,
    },
  },
  'app.stopped': { level: 'info', text: 'Till stopped', fields: none },
  'app.failed': { level: 'error', text: 'Till ended because of an error', fields: none },
  'app.listener': { level: 'error', text: 'A listener failed', fields: { event: dotted } },
  'app.task': { level: 'error', text: 'Something went wrong', fields: { task } },
  'ipc.failed': { level: 'error', text: 'A request of the page failed', fields: { request: dotted } },
  'ipc.answered': {
    level: 'debug',
    text: 'Answered a request of the page',
    fields: {
      request: dotted,
      ms: count,
      refused: oneOf(errorCodes),
      reason: oneOf(Object.values(errorReasons).flat()),
      problem: oneOf(quoteProblems),
      cause: oneOf(payingStops),
    },
  },
  'page.failed': { level: 'warn', text: 'The page met an error', fields: none },
  'page.unopened': {
    level: 'info',
    text: 'A path was not opened in the page',
    fields: { state: oneOf(['rescue', 'first run', 'shop mode']) },
  },
  'link.refused': { level: 'warn', text: 'A link names nothing that Till opens', fields: none },
  'window.unfilled': { level: 'error', text: 'The window stays as it was', fields: none },
  'window.lost': { level: 'error', text: 'The window could not be opened again', fields: none },
  'window.kept': { level: 'error', text: 'A new page kept the renderer of the one before', fields: none },
  'window.page': { level: 'error', text: 'The page could not be opened again', fields: none },
  'vault.unlocked': { level: 'info', text: 'The wallet was unlocked', fields: none },
  'vault.locked': { level: 'info', text: 'The wallet was locked', fields: none },
  'vault.damaged': { level: 'error', text: 'The vault cannot be read', fields: none },
  'vault.ended': { level: 'error', text: 'The vault’s process ended unexpectedly', fields: none },
  'vault.records': { level: 'error', text: 'The records key could not be stored', fields: none },
  'ledger.lost': { level: 'error', text: 'The ledger cannot be used', fields: { how: oneOf(['damaged', 'missing']) } },
  'ledger.version': { level: 'error', text: 'The ledger is of another version', fields: none },
  'ledger.disk': { level: 'error', text: 'The disk failed; paying stops', fields: none },
  'backup.copy': { level: 'error', text: 'The ledger could not be copied', fields: none },
  'backup.file': { level: 'error', text: 'No backup was made', fields: none },
  'kiosk.role': { level: 'info', text: 'The current user changed', fields: { role: oneOf(userRoles) } },
  'kiosk.unmarked': { level: 'error', text: 'The folder could not be marked as a shop’s', fields: none },
  'policy.used': { level: 'info', text: 'The policy file is used', fields: { parts: count } },
  'policy.refused': {
    level: 'warn',
    text: 'The policy file is not used',
    fields: { reason: oneOf(policyReasons), instead: oneOf(['last policy', 'nothing is paid']) },
  },
  'policy.ended': { level: 'info', text: 'There is no policy any more', fields: none },
  'policy.not-stored': { level: 'warn', text: 'The last policy could not be stored', fields: none },
  'service.replaced': { level: 'info', text: 'Another service is used', fields: { host } },
  'service.waits': { level: 'info', text: 'Another service waits for the password', fields: { host } },
  'service.request': {
    level: 'info',
    text: 'Sent a request to the service',
    fields: { method: oneOf(['GET', 'POST']), path: pathOf(servicePaths), status: count, ms: count },
  },
  'service.connection': { level: 'info', text: 'The connection changed', fields: { service: oneOf(connectionStates) } },
  'catalog.updated': { level: 'info', text: 'The catalog is up to date', fields: { brands: count, variants: count } },
  'catalog.failed': { level: 'warn', text: 'The catalog was not updated', fields: { error: oneOf(errorCodes) } },
  'chain.node': { level: 'warn', text: 'A node failed', fields: { chain: count, host } },
  'updates.checked': { level: 'info', text: 'Checked for a newer version', fields: { version } },
  'updates.failed': {
    level: 'warn',
    text: 'The check for a newer version failed',
    fields: { problem: oneOf(updateProblems), status: count },
  },
  'purchase.changed': {
    level: 'info',
    text: 'A purchase changed',
    fields: { id: uuid, status: oneOf(personStatuses), attention: oneOf(attentionReasons) },
  },
} as const satisfies Record<string, Entry>

export type EntryName = keyof typeof entries
type Values<Fields> = { readonly [F in keyof Fields]?: (Fields[F] extends Kind<infer T> ? T : never) | null }
/** The fields of an entry; one without a value is null or left out. */
export type FieldsOf<N extends EntryName> = Values<(typeof entries)[N]['fields']>
