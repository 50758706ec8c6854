import { scriptedAllowance, scriptedNetworkAllowances } from '../../support/scripted-allowances.ts'
import type { Script } from '../../support/script.ts'
import type { Scene } from './scene.ts'

const path = '/wallet/allowances'
const stranger = { spenderName: null, purchaseId: null, spender: '0x7e5F4552091A69125d5DfCb7b8C2659029395Bdf' }
const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString()

/** One that a failed purchase left behind, and every other state beside it. */
function many(script: Script): void {
  script.allowances = [
    scriptedNetworkAllowances('Harbour', [
      scriptedAllowance(1),
      scriptedAllowance(2, { ...stranger, unlimited: true, tokenSymbol: 'USDT' }),
      scriptedAllowance(3, { neededBy: script.purchases[0]?.id ?? null, amount: '11.05' }),
    ]),
    scriptedNetworkAllowances(
      'Meadow',
      [
        scriptedAllowance(4, { revoking: { state: 'sent', at: ago(50) } }),
        scriptedAllowance(5, { ...stranger, amount: '0', revoking: { state: 'done', at: ago(5) } }),
        scriptedAllowance(6, { amount: '1204.000001', revoking: { state: 'failed', at: ago(7_000) } }),
      ],
      { complete: false },
    ),
  ]
}
function one(script: Script): void {
  script.allowances = [scriptedNetworkAllowances('Meadow', [scriptedAllowance(1)])]
}
const takeBack: NonNullable<Scene['act']> = async (page) => {
  await page.locator('main li button').first().click()
  await page.getByRole('dialog').waitFor()
}

/** What contracts may still take out of the wallet, and taking it back. */
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
  { name: 'revoke', path, prepare: one, act: takeBack },
  {
    name: 'revoke-not-tried',
    path,
    prepare(script) {
      one(script)
      script.revocation = { simulated: false }
    },
    act: takeBack,
  },
  {
    name: 'revoke-faster',
    path,
    prepare(script) {
      script.allowances = [
        scriptedNetworkAllowances('Meadow', [scriptedAllowance(1, { revoking: { state: 'sent', at: ago(90) } })]),
      ]
    },
    act: takeBack,
  },
  {
    name: 'revoke-locked',
    path,
    prepare: one,
    async act(page, scripted) {
      scripted.setApp({ locked: true })
      await takeBack(page, scripted)
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
    act: takeBack,
  },
]
