import { ref, type Ref } from 'vue'
import { useAppStore } from '../stores/app-store.ts'

type Action = () => Promise<void>

/** Actions that need the unlocked wallet, for an unlock dialog. */
export interface UnlockFirst {
  /** Whether the dialog is open. */
  readonly unlocking: Ref<boolean>
  /** Does something now, or once the dialog has unlocked Till. */
  unlockFirst(action: Action): void
  /** Continues with what waited for the dialog. */
  unlocked(): void
}

/** Asks for the password before an action where Till is locked. */
export function useUnlockFirst(): UnlockFirst {
  const app = useAppStore()
  const unlocking = ref(false)
  let pending: Action | null = null
  return {
    unlocking,
    unlockFirst(action) {
      pending = action
      if (app.isLocked) unlocking.value = true
      else void action()
    },
    unlocked: () => void pending?.(),
  }
}
