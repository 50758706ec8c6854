import { request } from '../requests/client.ts'
import { useErrorMessages } from '../messages/use-error-messages.ts'
import { useTask } from '../requests/use-task.ts'

/** Returns what signs the current user of a register out, for the next one; an error becomes a notice. */
export function useSignOut() {
  const messages = useErrorMessages()
  const signingOut = useTask(() => request('kiosk.signOut'))

  async function signOut(): Promise<void> {
    await signingOut.run()
    if (signingOut.error.value) messages.notify(signingOut.error.value)
  }
  return { signOut, isSigningOut: signingOut.running }
}
