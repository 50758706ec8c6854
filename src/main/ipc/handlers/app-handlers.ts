import type { appRequests } from '../../../shared/app/contract.ts'
import type { AppView } from '../../../shared/app/views.ts'
import type { RequestArgument } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { limitRequests } from '../../../shared/limits/contract.ts'
import type { WritableDb } from '../../db/connections.ts'
import type { CustomerDisplay } from '../../kiosk/customer-display.ts'
import type { Session } from '../../kiosk/session.ts'
import type { SpendingLimits } from '../../policy/spending-limits.ts'
import type { Policy } from '../../policy/open-policy.ts'
import { writeSettings } from '../../settings/settings-repository.ts'
import type { Shell } from '../../shell/shell.ts'
import type { Registers } from '../../registers/create-registers.ts'
import type { Updates } from '../../updates/open-updates.ts'
import type { Activity } from '../../activity/create-activity.ts'
import type { Spending } from '../../wiring/spending.ts'
import { assertUnlocked, type LockedParts } from '../../accounts/assert-unlocked.ts'
import type { Entrance } from '../../wiring/entrance.ts'
import type { HandlersOf } from '../channel/handlers.ts'

export interface AppParts extends LockedParts {
  readonly ledger: WritableDb
  readonly limits: SpendingLimits
  readonly policy: Pick<Policy, 'refuse'>
  readonly session: Pick<Session, 'role'>
  readonly customerDisplay: Pick<CustomerDisplay, 'clear'>
  readonly shell: Pick<Shell, 'reload' | 'openExternal' | 'desktop'>
  readonly spending: Spending
  readonly registers: Registers
  readonly entrance: Pick<Entrance, 'open'>
  readonly activity: Pick<Activity, 'receivedPage'>
  readonly updates: Pick<Updates, 'page'>
  appView(): AppView
  /** Called when the app's view has changed. */
  changed(): void
  /** Called when the user is active. */
  active(): void
}

/** The settings that only the manager may change. */
const managersSettings = ['lockAfterMinutes', 'idleMinutes', 'pinAtSale', 'customerDisplay'] as const

/** Answers requests about the app itself, its settings and limits. */
export function appHandlers(parts: AppParts): HandlersOf<typeof appRequests & typeof limitRequests> {
  const { ledger, limits, policy, session, shell, appView } = parts
  return {
    'app.get': () => appView(),
    'app.active': () => parts.active(),
    'app.renew'({ path, locale }) {
      // Not only with the new page: the customer must not read on while the old one goes.
      parts.customerDisplay.clear()
      return shell.reload(path, parts.entrance.open(locale))
    },
    'settings.set'(changes) {
      policy.refuse(Object.keys(changes))
      if (managersSettings.some((name) => changes[name] !== undefined)) {
        assertUnlocked(parts)
        if (session.role() !== 'manager')
          throw new AppError('not-allowed', 'Only the manager may', { details: { reason: 'role' } })
      }
      writeSettings(ledger, changes)
      parts.changed()
      return appView()
    },
    'app.startWithSystem'({ on }) {
      shell.desktop?.systemStart?.set(on)
      parts.changed()
      return appView()
    },
    'limits.get': () => limits.read(),
    async 'limits.set'({ limits: wanted, password }) {
      await limits.set(wanted, password)
      return limits.read()
    },
    async 'link.open'(input) {
      const url = pageOf(parts, input)
      if (url === null) throw new AppError('not-allowed', 'This page is not one Till opens')
      await shell.openExternal(url).catch((cause: unknown) => {
        const details = { reason: 'no-browser', address: url } as const
        throw new AppError('not-allowed', 'The system could not open the page', { details, cause })
      })
    },
  }
}

/** Returns the only URLs that Till opens: block explorer pages of its own entries, and the page of a signed notice. */
function pageOf({ activity, spending, registers, updates }: AppParts, of: RequestArgument<'link.open'>): string | null {
  const { foreignPayments, unseen, transfers, claims, allowances, purchases } = spending
  if ('newerVersion' in of) return updates.page()
  if ('foreignPayment' in of) return foreignPayments.get(of.foreignPayment).explorerUrl
  if ('unseenOn' in of) return unseen.get({ chainInstance: of.unseenOn, address: of.address }).explorerUrl
  if ('register' in of) return registers.explorerPage(of.register, of.purchase)
  if ('received' in of) return activity.receivedPage(of.received)
  if ('transfer' in of) return transfers.get(of.transfer).explorerUrl
  if ('claim' in of) return claims.get(of.claim).explorerUrl
  if ('revocation' in of) return allowances.revocation(of.revocation).explorerUrl
  return purchases.get(of.purchaseId).steps[of.step]?.explorerUrl ?? null
}
