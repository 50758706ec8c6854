import type { AppView } from '../../../shared/app/views.ts'
import type { QuoteView } from '../../../shared/checkout/views.ts'
import type { EventName, EventPayload, RequestName, RequestOutput } from '../../../shared/contract.ts'
import type { Role } from '../../../shared/kiosk/roles.ts'
import { compareDecimals, type Decimal } from '../../../shared/money.ts'
import type { BalanceView } from '../../../shared/wallet/views.ts'

type DeliveryCheckView = RequestOutput<'checkout.check'>
type NumberDoubtsView = RequestOutput<'checkout.doubtNumber'>

/**
 * Views that only the manager may see whole: they show the wallet's address or its coins, lead to them on a block explorer, or show another
 * customer's number or somebody's name.
 */
type OwnersView = AppView | QuoteView | DeliveryCheckView | NumberDoubtsView | readonly BalanceView[]
type ReduceTo<View> = (role: Role, view: View) => View
/** An entry for each reply with such a view; a missing one is a compile error. */
type ReducedReplies = {
  readonly [N in RequestName as RequestOutput<N> extends OwnersView ? N : never]: ReduceTo<RequestOutput<N>>
}
type ReducedEvents = {
  readonly [N in EventName as EventPayload<N> extends OwnersView ? N : never]: ReduceTo<EventPayload<N>>
}

const replies: ReducedReplies = {
  'app.get': appFor,
  'settings.set': appFor,
  'app.startWithSystem': appFor,
  'profile.save': appFor,
  'profile.useWaiting': appFor,
  'profile.dropWaiting': appFor,
  'vault.create': appFor,
  'vault.restore': appFor,
  'vault.unlock': appFor,
  'vault.lock': appFor,
  'accounts.use': appFor,
  'kiosk.turnOn': appFor,
  'kiosk.turnOff': appFor,
  'kiosk.signIn': appFor,
  'kiosk.signInManager': appFor,
  'kiosk.signOut': appFor,
  'backupFile.restore': appFor,
  'wallet.balances': balancesFor,
  'wallet.faucet': balancesFor,
  'checkout.check': checkFor,
  'checkout.doubtNumber': checkFor,
  'checkout.quote': quoteFor,
}
const events: ReducedEvents = { 'app.changed': appFor, 'balances.changed': balancesFor }

/** Reduces a reply to the part that a role may see; a reply without an entry is returned whole. */
export function replyFor(role: Role, name: RequestName, value: unknown): unknown {
  const reduce = (replies as unknown as { readonly [N in RequestName]?: ReduceTo<unknown> })[name]
  return reduce === undefined ? value : reduce(role, value)
}

/** Reduces an event's payload to the part that a role may see; an event without an entry is returned whole. */
export function eventFor<N extends EventName>(role: Role, name: N, payload: EventPayload<N>): EventPayload<N> {
  const reduce = (events as { readonly [M in EventName]?: ReduceTo<EventPayload<M>> })[name]
  return reduce?.(role, payload) ?? payload
}

/**
 * Hides the wallet's address, with which a block explorer shows all that the shop holds, the question about another service, and the newer
 * version, which is not theirs to install.
 */
export function appFor(role: Role, app: AppView): AppView {
  if (role === 'manager') return app
  return { ...app, newerVersion: null, waitingService: null, wallet: app.wallet && 'hidden' }
}

/** Reduces balances to which coins have nothing left to spend. */
export function balancesFor(role: Role, balances: readonly BalanceView[]): BalanceView[] {
  if (role === 'manager') return [...balances]
  return balances.map(({ native, tokens, reserved, ...one }) => ({
    ...one,
    native: nothingOf(native),
    reserved: {},
    last: null,
    tokens: Object.fromEntries(
      Object.entries(tokens).map(([key, held]) => [key, nothingOf(held, reserved[key] ?? '0')]),
    ),
  }))
}

/** Hides the number that a similar one may be mistaken for, and whose it is: it is another customer's, or one of the owner's people's. */
export function checkFor<View extends NumberDoubtsView>(role: Role, check: View): View {
  if (role === 'manager') return check
  const doubts = check.doubts.map((doubt) =>
    doubt.reason === 'similar-number' ? { ...doubt, known: null, name: null, times: null } : doubt,
  )
  return { ...check, doubts }
}

/** Hides how much the wallet is short, and the paid address, whose page on a block explorer lists the wallet that pays. */
export function quoteFor(role: Role, quote: QuoteView): QuoteView {
  if (role === 'manager') return quote
  const problems = quote.problems.map((one) =>
    one.problem.startsWith('insufficient-') ? { ...one, detail: null } : one,
  )
  return { ...quote, problems, payment: quote.payment && { ...quote.payment, recipient: null } }
}

/** Returns 0 if nothing is left to spend, otherwise null, as for an unknown balance. */
function nothingOf(held: Decimal | null, reserved: Decimal = '0'): Decimal | null {
  return held !== null && compareDecimals(held, reserved) <= 0 ? '0' : null
}
