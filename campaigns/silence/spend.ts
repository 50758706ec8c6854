import type { FeeAction } from '../../src/shared/transactions/views.ts'
import { AppError } from '../../src/shared/errors.ts'
import { buy } from '../crash/buy.ts'
import type { AppProcess } from '../crash/app-process.ts'
import { choiceOf } from '../crash/person.ts'
import { CutOffError } from '../crash/points.ts'
import { contracts, type World } from '../crash/simulation.ts'
import type { Stretch } from './draw-conditions.ts'

const [coin] = contracts.tokens
const FRIEND = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** Buys, sends and revokes an allowance, each if Till allows it. */
export async function spendOnce(world: World, appProcess: AppProcess): Promise<void> {
  await attempt(appProcess, () => buy(appProcess.purchases, appProcess.service, choiceOf(world)))
  await attempt(appProcess, async () => {
    const input = { to: FRIEND, networkKey: 'sim', token: coin?.address ?? null, amount: '5', pasted: null }
    const { offerKey } = await appProcess.transfers.offer(input)
    await appProcess.transfers.confirm({
      offerKey,
      typed: null,
      acceptCoin: false,
      acceptFee: false,
      acceptNotSimulated: false,
    })
  })
  await attempt(appProcess, async () => {
    const [allowance] = (await appProcess.allowances.list(true)).flatMap(({ allowances }) => allowances)
    if (allowance === undefined || allowance.revoking !== null) return
    const { offerKey } = await appProcess.allowances.offer(allowance.id)
    await appProcess.allowances.confirm(offerKey, false)
  })
}

const feeActions: Partial<Record<Stretch['person'], FeeAction>> = { 'speeds-up': 'speed-up', cancels: 'cancel' }

/** Acts on every question as the person does in a stretch. */
export async function answerQuestions(appProcess: AppProcess, { person }: Stretch): Promise<void> {
  const action = feeActions[person]
  for (const item of appProcess.attention()) {
    await attempt(appProcess, async () => {
      if (item.about === 'purchase' && person === 'checks') appProcess.purchases.checkNow(item.purchase.id)
      if (action === undefined) return
      if (item.about === 'purchase') await changeFee(appProcess.purchases, item.purchase.id, action)
      if (item.about === 'transfer') await changeFee(appProcess.transfers, item.transfer.id, action)
      if (item.about === 'revocation') await changeFee(appProcess.allowances, item.revocation.id, action)
    })
  }
}

type FeeRequests = Pick<AppProcess['purchases' | 'transfers' | 'allowances'], 'offerFee' | 'confirmFee'>

async function changeFee(fees: FeeRequests, id: string, action: FeeAction): Promise<void> {
  const { offerKey } = await fees.offerFee(id, action)
  await fees.confirmFee(id, offerKey, false)
}

async function attempt({ points, unforeseen }: AppProcess, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!points.ended && !(error instanceof CutOffError) && !(error instanceof AppError)) unforeseen.push(error)
  }
}
