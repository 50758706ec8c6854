import type { AllowancesView, AllowanceView } from '../../src/shared/allowance-views.ts'
import { scriptedPurchase } from './scripted-state.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

/** An allowance of a service's router that a purchase left behind, but for what `given` says. */
export function scriptedAllowance(number: number, given: Partial<AllowanceView> = {}): AllowanceView {
  return {
    id: `71002:0x00 ${usdc.toLowerCase()} ${number}`,
    token: usdc,
    tokenSymbol: 'USDC',
    spender: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    spenderName: 'Sandbox',
    amount: '20',
    unlimited: false,
    purchaseId: scriptedPurchase(6, 'not-paid', 0).id,
    neededBy: null,
    revoking: null,
    ...given,
  }
}

/** Allowances of one network. */
export function scriptedNetworkAllowances(
  name: string,
  allowances: readonly AllowanceView[],
  given: Partial<AllowancesView[number]> = {},
): AllowancesView[number] {
  return { key: name.toLowerCase(), name, allowances: [...allowances], complete: true, error: null, ...given }
}
