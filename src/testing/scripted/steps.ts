import {
  allowanceView,
  revocationView,
  type AllowancesView,
  type AllowanceView,
  type RevocationView,
} from '../../shared/allowances/views.ts'
import { claimableView, claimView, type ClaimableView, type ClaimView } from '../../shared/claims/views.ts'
import type { SingleStepView } from '../../shared/transactions/single-step-views.ts'
import { transferView, type RecipientView, type TransferView } from '../../shared/transfers/views.ts'
import { ago, scriptedAddress } from './app.ts'
import { usdc } from './networks.ts'
import { plausible, type PartOf } from './plausible.ts'
import { scriptedPurchase } from './purchases.ts'

const DAY = 24 * 60
const ana = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const router = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

function hashOf(number: number): `0x${string}` {
  return `0x${String(number).padStart(2, '0').repeat(32)}`
}

/** A transaction of 50 seconds ago that waits for its block, but for what `given` says. */
function step(given: PartOf<SingleStepView>): PartOf<SingleStepView> {
  const waits = (given.state ?? 'signed') === 'signed'
  return {
    ...{ createdAt: ago(50 / 60), from: scriptedAddress, networkName: 'Meadow', nativeSymbol: 'ETH' },
    ...{ explorerUrl: 'https://explorer.example/tx/0x1', feeActions: waits ? ['speed-up', 'cancel'] : [] },
  }
}

const routers = { token: usdc, tokenSymbol: 'USDC', spender: router, spenderName: 'Sandbox' }

/** An allowance of a service's router that a purchase left behind, but for what `given` says. */
export function scriptedAllowance(number: number, given: PartOf<AllowanceView> = {}): AllowanceView {
  const id = `71002:0x00 ${usdc.toLowerCase()} ${number}`
  const purchaseId = scriptedPurchase(6, 'not-paid', 0).id
  return plausible(allowanceView, { id, ...routers, amount: '20', purchaseId, ...given })
}

/** The allowance of a service's router being taken back since 50 seconds, but for what `given` says. */
export function scriptedRevocation(number: number, given: PartOf<RevocationView> = {}): RevocationView {
  const id = `0b6c1f5e-6a53-4c0f-9a10-0000000002${String(number).padStart(2, '0')}`
  return plausible(revocationView, { ...step(given), id, hash: hashOf(number), ...routers, ...given })
}

/** Allowances of one network. */
export function scriptedNetworkAllowances(
  name: string,
  allowances: readonly AllowanceView[],
  given: Partial<AllowancesView[number]> = {},
): AllowancesView[number] {
  return { key: name.toLowerCase(), name, allowances: [...allowances], complete: true, error: null, ...given }
}

/** The claim of a purchase's refund, signed 50 seconds ago, but for what `given` says. */
export function scriptedClaim(purchaseId: string, given: PartOf<ClaimView> = {}): ClaimView {
  const own = { id: '0b6c1f5e-6a53-4c0f-9a10-000000000301', hash: `0x${'c1'.repeat(32)}` }
  const refund = { purchaseIds: [purchaseId], amount: '11.05', tokenSymbol: 'USDC' }
  return plausible(claimView, { ...step(given), ...own, ...refund, ...given })
}

/** A refund that is ready to be claimed, but for what `given` says. */
export function scriptedClaimable(purchaseId: string, given: PartOf<ClaimableView> = {}): ClaimableView {
  return plausible(claimableView, { purchaseId, state: 'ready', amount: '11.05', tokenSymbol: 'USDC', ...given })
}

export const scriptedRecipients: RecipientView[] = [
  {
    ...{ id: '0b6c1f5e-6a53-4c0f-9a10-0000000000a1', name: 'Ana', address: ana },
    ...{ firstUsed: ago(40 * DAY), lastUsed: ago(DAY) },
  },
  {
    ...{ id: '0b6c1f5e-6a53-4c0f-9a10-0000000000a2', name: 'Savings at the exchange', address: router },
    ...{ firstUsed: null, lastUsed: null },
  },
]

/** Coins sent to Ana `number` days ago, but for what `given` says. */
export function scriptedTransfer(number: number, given: PartOf<TransferView> = {}): TransferView {
  return plausible(transferView, {
    ...step({ state: 'final' }),
    id: `0b6c1f5e-6a53-4c0f-9a10-0000000001${String(number).padStart(2, '0')}`,
    ...{ createdAt: ago(number * DAY + 12), state: 'final', hash: hashOf(number), networkFee: '0.000054578125378' },
    ...{ recipient: ana, name: 'Ana', networkKey: 'harbor', networkName: 'Harbor' },
    ...{ token: usdc, symbol: 'USDC', amount: '25.5' },
    ...given,
  })
}
