import { addDecimals, compareDecimals, subtractDecimals, type Decimal } from '../../../shared/money.ts'
import { isDollar } from '../../../shared/networks/coin-names.ts'
import { request } from '../requests/client.ts'
import { useNoticesStore } from '../stores/notices-store.ts'
import { useShopperStore } from '../stores/shopper-store.ts'
import { pursesOf, type Purse } from './spendable.ts'
import { useTask } from '../requests/use-task.ts'
import { useApproximate } from './use-approximate.ts'

/** Gets play money into the wallet, and says about how much arrived. */
export function usePlayMoney() {
  const shopper = useShopperStore()
  const notices = useNoticesStore()
  const { aboutBalance } = useApproximate()
  const getting = useTask(() => request('wallet.faucet'))

  const purses = (): Purse[] => pursesOf(shopper.networks ?? [], shopper.balances ?? [])
  async function get(): Promise<void> {
    const before = purses()
    const balances = await getting.run()
    if (!balances) return
    shopper.balances = balances
    const arrived = arrivedBetween(before, purses())
    const about = compareDecimals(arrived, '0') > 0 ? aboutBalance(arrived) : null
    // A narrow notice must not break within it.
    const amount = about?.replaceAll(' ', '\u00a0') ?? null
    if (amount === null) notices.add('good', 'wallet.gotPlayMoney')
    else notices.add('good', 'wallet.gotPlayMoneyOf', { values: { amount } })
  }
  return { getting, get }
}

/** Returns how many dollar coins came to the purses whose amount is known before and after. */
function arrivedBetween(before: readonly Purse[], after: readonly Purse[]): Decimal {
  const more = after.map(({ networkKey, tokenKey, symbol, amount }) => {
    const earlier = before.find((one) => one.networkKey === networkKey && one.tokenKey === tokenKey)?.amount ?? null
    const isKnown = isDollar(symbol) && amount !== null && earlier !== null
    return isKnown && compareDecimals(amount, earlier) > 0 ? subtractDecimals(amount, earlier) : '0'
  })
  return addDecimals(more)
}
