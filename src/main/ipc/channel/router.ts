import { requests, type Reply, type RequestName } from '../../../shared/contract.ts'
import { AppError, toAppError, toSentError } from '../../../shared/errors.ts'
import { isAtLeast, type Role } from '../../../shared/kiosk/roles.ts'
import type { Handlers } from './handlers.ts'
import { unstoredReason } from '../../db/disk-errors.ts'
import type { Log } from '../../log/create-log.ts'
import { replyFor } from './role-views.ts'

/** Answers a page's request; `trusted` is whether it came from Till's own top frame and origin. Never throws. */
export type Router = (trusted: boolean, name: unknown, input: unknown) => Promise<Reply>

export interface RouterOptions {
  readonly handlers: Handlers
  /** Returns the role of the current user. */
  readonly role: () => Role
  readonly report: (error: AppError, name: string) => void
}

/**
 * Creates the only channel between renderer and main. It checks trust, name, permission and input, calls the handler, checks its output,
 * and hides what the current user may not see.
 */
export function createRouter({ handlers, role, report }: RouterOptions): Router {
  return async (trusted, name, input) => {
    try {
      if (!trusted) throw new AppError('not-allowed', 'Only the app itself may ask')
      if (!isRequestName(name)) throw new AppError('not-allowed', 'There is no such request')
      if (!isAtLeast(role(), requests[name].permission)) {
        const details = { reason: 'role', least: requests[name].permission } as const
        throw new AppError('not-allowed', 'The current user may not make this request', { details })
      }
      const value = await dispatch(handlers, name, input)
      // The request may have changed the user.
      return { ok: true, value: replyFor(role(), name, value) }
    } catch (thrown) {
      const error = toAppError(thrown)
      if (error.code === 'internal') report(error, String(name).slice(0, 100))
      return { ok: false, error: toSentError(explainUnstored(error)) }
    }
  }
}

/** Gives an error that comes from a failed commit its reason. */
function explainUnstored(error: AppError): AppError {
  const reason = error.code === 'internal' ? unstoredReason(error.cause) : null
  return reason === null ? error : new AppError('not-allowed', 'The database stored nothing', { details: { reason } })
}

/** Returns whether the contract has a request of this name. */
function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.hasOwn(requests, name)
}

async function dispatch(handlers: Handlers, name: RequestName, input: unknown): Promise<unknown> {
  const { input: inputSchema, output: outputSchema } = requests[name]
  const parsed = inputSchema.safeParse(input)
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? ''
    throw new AppError('invalid-input', 'The request does not have the agreed shape', { details: { where } })
  }
  const handler = handlers[name] as (argument: unknown) => unknown
  return outputSchema.parse(await handler(parsed.data))
}

/** Logs how long main took for each request, and the codes of a refused one; never its input or its answer. */
export function logAnswers(router: Router, log: Log): Router {
  return async (trusted, name, input) => {
    const begun = performance.now()
    const reply = await router(trusted, name, input)
    const { code, details } = reply.ok ? { code: null, details: undefined } : reply.error
    const refused = { refused: code, reason: details?.reason, problem: details?.problem, cause: details?.cause }
    // A page may send anything as a name.
    const request = isRequestName(name) ? name : null
    log('ipc.answered', { request, ms: performance.now() - begun, ...refused })
    return reply
  }
}
