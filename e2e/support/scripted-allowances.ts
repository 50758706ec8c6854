import type { AllowancesView, AllowanceView, RevocationView } from '../../src/shared/allowances/views.ts'
import { scriptedApp, scriptedPurchase } from './scripted-state.ts'

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

/** The allowance of a service's router being taken back since 50 seconds, but for what `given` says. */
export function scriptedRevocation(number: number, given: Partial<RevocationView> = {}): RevocationView {
  const { token, tokenSymbol, spender, spenderName } = scriptedAllowance(number)
  return {
    id: `0b6c1f5e-6a53-4c0f-9a10-0000000002${String(number).padStart(2, '0')}`,
    createdAt: new Date(Date.now() - 50_000).toISOString(),
    state: 'signed',
    from: scriptedApp.wallet?.address ?? '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
    networkName: 'Meadow',
    nativeSymbol: 'ETH',
    networkFee: null,
    hash: `0x${String(number).padStart(2, '0').repeat(32)}`,
    explorerUrl: 'https://explorer.example/tx/0x1',
    waitingFor: null,
    isOverdue: false,
    networkTrouble: null,
    feeActions: given.state === undefined || given.state === 'signed' ? ['speed-up', 'cancel'] : [],
    feeChange: null,
    ...{ token, tokenSymbol, spender, spenderName },
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
