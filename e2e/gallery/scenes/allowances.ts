import {
  scriptedAllowance,
  scriptedNetworkAllowances,
  scriptedRevocation,
} from '../../../src/testing/fixtures/steps.ts'
import { networkTroubleOf } from '../../../src/testing/fixtures/networks.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import type { RevocationView } from '../../../src/shared/allowances/views.ts'
import type { Scene } from './scene.ts'

const path = '/wallet/allowances'
const unknownSpender = {
  spenderName: null,
  purchaseId: null,
  spender: '0x7e5F4552091A69125d5DfCb7b8C2659029395Bdf',
} as const
const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString()
const revoking = (...given: Parameters<typeof scriptedRevocation>) => ({ revoking: scriptedRevocation(...given) })

/** Shows an allowance that a failed purchase left behind, and those in every other state. */
function many(script: Script): void {
  script.allowances = [
    scriptedNetworkAllowances('Harbour', [
      scriptedAllowance(1),
      scriptedAllowance(2, { ...unknownSpender, unlimited: true, tokenSymbol: 'USDT' }),
      scriptedAllowance(3, { neededBy: script.purchases[0]?.id ?? null, amount: '11.05' }),
    ]),
    scriptedNetworkAllowances(
      'Meadow',
      [
        scriptedAllowance(4, revoking(4)),
        scriptedAllowance(5, { ...unknownSpender, amount: '0', ...revoking(5, { state: 'mined' }) }),
        scriptedAllowance(6, {
          amount: '1204.000001',
          ...revoking(6, { state: 'reverted', createdAt: ago(7_000) }),
        }),
      ],
      { complete: false },
    ),
  ]
}
function one(script: Script): void {
  script.allowances = [scriptedNetworkAllowances('Meadow', [scriptedAllowance(1)])]
}
/** Shows an allowance whose revocation is not mined for long. */
function overdue(script: Script, given: Partial<RevocationView> = {}): void {
  const waitingFor = { what: 'network', refusal: 'fee-too-low' } as const
  const view = { createdAt: ago(1_000), isOverdue: true, waitingFor, ...given }
  const isSilent = given.networkTrouble?.what === 'silent'
  const allowance = scriptedAllowance(1, { ...(isSilent && { amount: null }), ...revoking(1, view) })
  script.purchases = []
  script.allowances = [
    scriptedNetworkAllowances('Meadow', [allowance], { error: isSilent ? 'network-unreachable' : null }),
  ]
}
const notFinal: Partial<RevocationView> = { state: 'confirmed', waitingFor: null, feeActions: [] }
const revoke: NonNullable<Scene['act']> = async (page) => {
  await page.locator('main li button').first().click()
  await page.getByRole('dialog').waitFor()
}

/** Scenes of allowances and their revocation. */
export const allowanceScenes: Scene[] = [
  { name: 'wallet-allowances', path: '/wallet', prepare: many },
  { name: 'allowances', path, prepare: many },
  { name: 'allowances-empty', path },
  {
    name: 'allowances-partly',
    path,
    prepare(script) {
      script.allowances = [scriptedNetworkAllowances('Harbour', [], { complete: false })]
    },
  },
  {
    name: 'allowances-silent',
    path,
    prepare(script) {
      script.allowances = [
        scriptedNetworkAllowances('Harbour', [scriptedAllowance(1, { amount: null })], {
          error: 'network-unreachable',
        }),
      ]
    },
  },
  { name: 'allowances-loading', path, prepare: (script) => void script.hangs.add('allowances.list') },
  {
    name: 'allowances-failed',
    path,
    prepare(script) {
      script.fails['allowances.list'] = { code: 'internal' }
    },
  },
  { name: 'revoke', path, prepare: one, act: revoke },
  {
    name: 'revoke-not-tried',
    path,
    prepare(script) {
      one(script)
      script['allowances.offerRevoke'] = { simulated: false }
    },
    act: revoke,
  },
  ...(['gauge', 'ban'] as const).map((icon): Scene => ({
    name: icon === 'gauge' ? 'revoke-faster' : 'revoke-cancel',
    path,
    prepare: (script) => overdue(script),
    async act(page) {
      await page.locator(`main .lucide-${icon}`).first().click()
      await page.getByRole('dialog').waitFor()
    },
  })),
  { name: 'revoke-overdue', path, prepare: (script) => overdue(script) },
  ...(['silent', 'stalled'] as const).map((what): Scene => ({
    name: `revoke-overdue-${what}`,
    path,
    prepare: (script) =>
      overdue(script, { waitingFor: { what: 'network', refusal: null }, networkTrouble: networkTroubleOf(what) }),
  })),
  {
    name: 'revoke-unclear',
    path,
    prepare(script) {
      overdue(script, { waitingFor: { what: 'proof', refusal: null }, feeActions: [] })
    },
  },
  { name: 'revoke-not-final', path, prepare: (script) => overdue(script, notFinal) },
  {
    name: 'attention-revocation-not-final',
    path: '/attention',
    prepare: (script) => overdue(script, notFinal),
  },
  {
    name: 'attention-revocation',
    shows: 'reason:revocation',
    path: '/attention',
    prepare: (script) => overdue(script),
  },
  {
    name: 'revoke-locked',
    path,
    prepare: one,
    async act(page, scripted) {
      scripted.setApp({ locked: true })
      await revoke(page, scripted)
      await page.locator('[role="dialog"] input').waitFor()
    },
  },
  {
    name: 'revoke-too-dear',
    path,
    prepare(script) {
      one(script)
      const details = { amount: '0.0002', symbol: 'ETH' }
      script.fails['allowances.offerRevoke'] = { code: 'insufficient-gas', details }
    },
    act: revoke,
  },
]
