import type { ErrorCode } from '../../shared/errors.ts'
import type { Log } from '../log/create-log.ts'
import { isRequestName, type Router } from './router.ts'

/** Logs how long main took for each request, and the code of a refused one; never its input or its answer. */
export function logAnswers(router: Router, log: Log): Router {
  return async (trusted, name, input) => {
    const begun = performance.now()
    const reply = await router(trusted, name, input)
    const refused = reply.ok ? null : (reply.error.code as ErrorCode)
    // A page may send anything as a name.
    const request = isRequestName(name) ? name : null
    log('ipc.answered', { request, ms: performance.now() - begun, refused })
    return reply
  }
}
