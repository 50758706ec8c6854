import { toAppError } from '../../../src/shared/errors.ts'
import type { ArrivalView, ExternalPaymentView } from '../../../src/shared/external/views.ts'
import type { WritableDb } from '../../../src/main/db/connections.ts'
import { askingOf } from '../../../src/testing/purchases/consent.ts'
import type { AppProcess } from '../app-process.ts'
import { whileReadable } from '../ledger-fault.ts'
import { choiceOf } from '../person.ts'
import { CutOffError } from '../points.ts'
import { readShown } from '../read-shown.ts'
import type { RunEnd } from '../run-app-process.ts'
import type { World } from '../simulation.ts'
import { countUndone, isShown } from './judge-external.ts'
import type { Watching } from './watching.ts'

/** Longer than any wait of Till or of the world. */
const LONGEST_MS = 2 * 3_600_000
const PAUSE_MS = 500
/** Longer than the pause between two attempts, after which a question about a purchase may be answered without the person. */
const ASKING_MS = 900_000

/** Starts the app, and asks and pays if nothing was paid yet. Returns `settled`; null if the app was cut off before, or it never did. */
export async function runWatchingProcess(watching: Watching, appProcess: AppProcess): Promise<RunEnd | null> {
  const { points } = appProcess
  const { clock } = watching.world
  try {
    appProcess.start()
  } catch (error) {
    if (!(error instanceof CutOffError)) throw error
  }
  void buyWithOtherWallet(watching, appProcess)
  let [isSettled, since] = [false, Infinity]
  const settle = (): boolean => {
    isSettled = whileReadable(() => isOver(watching, appProcess))
    since = isSettled ? Math.min(since, clock.now()) : Infinity
    return isSettled && (!isAsking(appProcess) || clock.now() >= since + ASKING_MS)
  }
  await clock.until(() => points.ended || settle(), LONGEST_MS)
  return !points.ended && isSettled ? 'settled' : null
}

/** Acts as a person who asks Till what to pay, pays that with another wallet, and answers what Till asks. */
export async function buyWithOtherWallet(watching: Watching, appProcess: AppProcess): Promise<void> {
  const { world, wallet, way, unreadable, questions } = watching
  const { points, purchases, ledger } = appProcess
  const wanted = way === 'pair' ? 2 : 1
  while (!points.ended) {
    try {
      const asked = askedIn(ledger).map((id) => purchases.external.get(id))
      if (asked.length < wanted && !wallet.hasBegun()) await ask(world, appProcess)
      else for (const one of asked) await handle(one)
    } catch {
      // The next try comes after the pause.
    }
    if (!points.ended) await world.clock.sleep(PAUSE_MS)
  }

  async function handle(asked: ExternalPaymentView): Promise<void> {
    if (way === 'stopped' && asked.state === 'waiting' && !wallet.hasBegun()) await purchases.external.stop(asked.id)
    wallet.pay(asked)
    for (const arrival of asked.arrivals) {
      questions.set(arrival.hash, arrival.reason)
      const isMeant = wallet.sent.has(arrival.hash) && arrival.reason !== 'too-little'
      if (arrival.canRegister && isMeant) await register(asked.id, arrival)
      else purchases.external.dismiss(asked.id, arrival)
    }
  }

  async function register(id: string, arrival: ArrivalView): Promise<void> {
    unreadable.delete(arrival.hash)
    try {
      await purchases.external.register(id, arrival)
    } catch (error) {
      if (toAppError(error).details?.reason !== 'external-unknown') throw error
      unreadable.add(arrival.hash)
    }
  }
}

async function ask(world: World, { purchases, service }: AppProcess): Promise<void> {
  const offer = await purchases.quote(service, choiceOf(world), null)
  await purchases.ask({ ...askingOf(offer), acceptCoin: true })
  purchases.external.asked(offer.purchaseId)
}

/** Whether everything was paid and Till shows all of it, each as a purchase that settled or with a question that was answered. */
function isOver(
  { wallet, forgot, unreadable, questions: asked }: Watching,
  { ledger, purchases }: AppProcess,
): boolean {
  if (!wallet.isDone()) return false
  if (!forgot && [...wallet.ofStrangers].some((hash) => !asked.has(hash))) return false
  const { open, count } = ledger
    .prepare('SELECT coalesce(sum(ended = 0 AND attention IS NULL), 0) AS open, count(*) AS count FROM purchases')
    .get() as { open: number; count: number }
  const questions = purchases.external.list().flatMap(({ arrivals }) => arrivals)
  if (questions.some(({ hash }) => !unreadable.has(hash))) return false
  if (open > 0 || (count < askedIn(ledger).length && unreadable.size === 0)) return false
  const shown = readShown(ledger)
  if (countUndone(shown, wallet) > 0) return false
  return wallet.mined().every((hash) => isShown(shown, hash, forgot))
}

const isAsking = ({ ledger }: AppProcess): boolean =>
  ledger.prepare('SELECT 1 FROM purchases WHERE ended = 0 AND attention IS NOT NULL LIMIT 1').get() !== undefined

const askedIn = (ledger: WritableDb): string[] =>
  ledger.prepare('SELECT id FROM external_payments ORDER BY rowid').pluck().all() as string[]
