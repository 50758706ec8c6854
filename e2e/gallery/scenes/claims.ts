import { scriptedClaim, scriptedClaimable } from '../../../src/testing/fixtures/steps.ts'
import { scriptedPurchase } from '../../../src/testing/fixtures/purchases.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import type { ClaimableView, ClaimView } from '../../../src/shared/claims/views.ts'
import type { Scene } from './scene.ts'

const failed = scriptedPurchase(50, 'failed', 60 * 30)
const path = `/purchases/${failed.id}`
const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString()
const amount = '11.05'

/** Shows a failed purchase whose refund is in its escrow, as `given` says. */
function showClaim(script: Script, given: Partial<ClaimableView> = {}): void {
  script.purchases = [structuredClone(failed)]
  script.claimables = [scriptedClaimable(failed.id, { amount, ...given })]
}
const claimed = (script: Script, given: Partial<ClaimView> = {}): void =>
  showClaim(script, { state: 'claiming', claim: scriptedClaim(failed.id, given) })
const ask: NonNullable<Scene['act']> = async (page) => {
  await page.locator('main .lucide-hand-coins').first().click()
  await page.getByRole('dialog').waitFor()
}
const overdue: Partial<ClaimView> = {
  createdAt: ago(1_000),
  isOverdue: true,
  waitingFor: { what: 'network', refusal: 'fee-too-low' },
}

const uncounted: Partial<ClaimView> = { ...overdue, state: 'final', waitingFor: null, feeActions: [] }

/** Scenes of refunds that wait in an escrow, and of their claims. */
export const claimScenes: Scene[] = [
  { name: 'claim-ready', path, prepare: (script) => showClaim(script) },
  { name: 'claim-dialog', path, prepare: (script) => showClaim(script), act: ask },
  {
    name: 'claim-together',
    path,
    prepare(script) {
      showClaim(script)
      const others = [51, 52].map((number) => scriptedPurchase(number, 'failed', 9).id)
      script['claims.offer'] = { purchaseIds: [failed.id, ...others], amount: '33.15', simulated: false }
    },
    act: ask,
  },
  {
    name: 'claim-locked',
    path,
    prepare: (script) => showClaim(script),
    async act(page, scripted) {
      scripted.setApp({ locked: true })
      await ask(page, scripted)
      await page.locator('[role="dialog"] input').waitFor()
    },
  },
  {
    name: 'claim-too-dear',
    path,
    prepare(script) {
      showClaim(script)
      script.fails['claims.offer'] = { code: 'insufficient-gas', details: { amount: '0.0002', symbol: 'ETH' } }
    },
    act: ask,
  },
  { name: 'claim-signed', path, prepare: (script) => claimed(script) },
  { name: 'claim-mined', path, prepare: (script) => claimed(script, { state: 'confirmed', feeActions: [] }) },
  {
    name: 'claim-undone',
    path,
    prepare: (script) =>
      showClaim(script, { claim: scriptedClaim(failed.id, { state: 'reverted', createdAt: ago(7_000) }) }),
  },
  { name: 'claim-overdue', path, prepare: (script) => claimed(script, overdue) },
  { name: 'claim-uncounted', path, prepare: (script) => claimed(script, uncounted) },
  ...(['pending', 'delivered', 'withdrawn', 'unread'] as const).map((state): Scene => ({
    name: `claim-${state}`,
    path,
    prepare: (script) => showClaim(script, { state, ...(state === 'unread' && { amount: null }) }),
  })),
  {
    name: 'claim-unknown',
    path,
    prepare(script) {
      showClaim(script)
      script.fails['claims.find'] = { code: 'network-unreachable' }
    },
  },
  {
    name: 'claim-counted',
    path,
    prepare(script) {
      const refunded = scriptedPurchase(50, 'refunded', 60 * 30)
      const parts = refunded.refund.parts.map((part) => ({ ...part, evidence: 'claim' as const }))
      script.purchases = [{ ...refunded, refund: { ...refunded.refund, parts } }]
    },
  },
  {
    name: 'attention-claim',
    shows: 'reason:claim',
    path: '/attention',
    prepare(script) {
      claimed(script, overdue)
      script.purchases = []
    },
  },
  {
    name: 'attention-claim-uncounted',
    path: '/attention',
    prepare(script) {
      claimed(script, uncounted)
      script.purchases = []
    },
  },
]
