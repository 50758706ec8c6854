import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import type { Address } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { checkCoin, type CoinFinding } from './check-coin.ts'
import type { Choice } from './offer.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../../testing/purchases/context.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())

const theirs = 'https://rpc.service.example'
const mine = 'https://rpc.mine.example'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const stranger = `0x${'7'.repeat(40)}` as const

/** Each node's answers about every token; a node is silent about the others. */
type Said = Readonly<Record<string, { symbol: string | null; decimals: number | null }>>

/** Checks a coin on a network whose nodes are `theirs`, with the profile's own first. */
async function find(
  till: TestTill,
  names: Said,
  { chainId = 1, token = usdc as Address | null, symbol = 'USDC', decimals = 6, own = [] as readonly string[] },
): Promise<CoinFinding> {
  const node = ([url]: readonly string[]): Pick<Chain, 'tokenFacts'> => ({
    tokenFacts: async () => {
      const facts = names[url ?? '']
      if (facts === undefined) throw new AppError('network-unreachable', 'Silent')
      return facts
    },
  })
  const { network } = till.choice('harbour', 'usdc')
  const context = {
    ledger: till.ledger,
    chain: ({ rpcUrls }: { rpcUrls: readonly string[] }) => node(rpcUrls) as Chain,
  }
  return checkCoin(context, {
    profile: { ...till.service.profile, rpcUrls: { [chainId]: [...own] } },
    chain: node([theirs]) as Chain,
    network: { ...network, chainId, rpcUrls: [...own, theirs] },
    chainInstance: `${chainId}:0x1`,
    token,
    symbol,
    decimals,
  })
}

describe('a coin', () => {
  let till: TestTill
  beforeAll(async () => {
    till = await sandbox.till({ funded: false })
  })

  it('that Till knows is a lie with other decimals, even if the service and its node agree on them', async () => {
    const names = { [theirs]: { symbol: 'USDC', decimals: 4 } }
    expect(await find(till, names, { decimals: 4 })).toMatchObject({ lie: 'listed' })
    // The listing is right, and the node's answer is wrong.
    expect(await find(till, names, {})).toMatchObject({ lie: 'node' })
    const honest = { [theirs]: { symbol: 'USDC', decimals: 6 } }
    expect(await find(till, honest, {})).toEqual({ lie: null, doubt: null, isDollar: true })
  })

  it('with the name of one that Till knows on this network raises a warning, even if the user’s own node describes it', async () => {
    const facts = { symbol: 'USDC', decimals: 6 }
    const namesake = { lie: null, doubt: 'coin-namesake', isDollar: false }
    expect(await find(till, { [theirs]: facts }, { token: stranger })).toEqual(namesake)
    expect(await find(till, { [mine]: facts }, { token: stranger, own: [mine] })).toEqual(namesake)
  })

  it('that only the service and its node describe raises a warning, and does not count as a dollar', async () => {
    const coin = { chainId: 7_777, token: stranger }
    const names = { [theirs]: { symbol: 'USDC', decimals: 6 } }
    expect(await find(till, names, coin)).toEqual({ lie: null, doubt: 'coin-unknown', isDollar: false })
  })

  it('is judged by the person’s own node alone, if there is one', async () => {
    const coin = { chainId: 7_777, token: stranger, own: [mine] }
    const [six, four] = [
      { symbol: 'USDC', decimals: 6 },
      { symbol: 'USDC', decimals: 4 },
    ]
    const vouched = { lie: null, doubt: null, isDollar: true }
    expect(await find(till, { [theirs]: four, [mine]: six }, coin)).toEqual(vouched)
    expect(await find(till, { [theirs]: six, [mine]: four }, coin)).toMatchObject({ lie: 'contract' })
    await expect(find(till, { [theirs]: six }, coin)).rejects.toMatchObject({ code: 'network-unreachable' })
  })

  it('is no dollar on the service’s word: its contract must say so', async () => {
    const coin = { chainId: 7_777, token: stranger, own: [mine] } as const
    const gold = { ...coin, symbol: 'GOLD' }
    expect(await find(till, { [mine]: { symbol: 'GOLD', decimals: 6 } }, gold)).toMatchObject({ isDollar: false })
    expect(await find(till, { [mine]: { symbol: 'GOLD', decimals: 6 } }, coin)).toMatchObject({ lie: 'contract' })
    expect(await find(till, { [mine]: { symbol: null, decimals: 6 } }, coin)).toMatchObject({ isDollar: false })
    const euro = { chainId: 1, token: '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c', symbol: 'EURC' } as const
    expect(await find(till, { [theirs]: { symbol: 'EURC', decimals: 6 } }, euro)).toEqual({
      lie: null,
      doubt: null,
      isDollar: false,
    })
  })

  it('that is native to the network has its chain’s name, or only the service’s word', async () => {
    const own = { token: null, decimals: 18 }
    const fine = { lie: null, doubt: null, isDollar: false }
    expect(await find(till, {}, { ...own, symbol: 'ETH' })).toEqual(fine)
    expect(await find(till, {}, { ...own, symbol: 'USDC' })).toMatchObject({ lie: 'listed' })
    expect(await find(till, {}, { ...own, symbol: 'ETH', decimals: 19 })).toMatchObject({ lie: 'listed' })
    const elsewhere = { ...own, chainId: 7_777, symbol: 'ALP' }
    expect(await find(till, {}, elsewhere)).toEqual({ ...fine, doubt: 'coin-unknown' })
    expect(await find(till, {}, { ...elsewhere, own: [mine] })).toEqual(fine)
    expect(await find(till, {}, { ...elsewhere, symbol: 'DAI' })).toMatchObject({ lie: 'listed' })
    expect(await find(till, {}, { ...elsewhere, decimals: 19 })).toMatchObject({ lie: 'listed' })
  })

  it('whose name only contains the other, or is longer than a bridge makes it, is a lie', async () => {
    const coin = { chainId: 7_777, token: stranger }
    const namesOf = (symbol: string): Said => ({ [theirs]: { symbol, decimals: 6 } })
    expect(await find(till, namesOf('USDC.e'), coin)).toMatchObject({ lie: null })
    for (const symbol of ['USDC2', 'SUPERUSDC', 'USD', 'USDC.evil']) {
      expect(await find(till, namesOf(symbol), coin)).toMatchObject({ lie: 'contract' })
    }
  })
})

describe('an offer in a coin that only the service describes', () => {
  /** Harbour, as if none of its nodes were on this machine. */
  async function afar(): Promise<{ till: TestTill; choice: Choice }> {
    const till = await sandbox.till()
    const { chain } = till.context
    const rpcUrls = [sandbox.rpcUrl('harbour')]
    Object.assign(till.context, {
      chain: (...[network, profile]: Parameters<typeof chain>) => chain({ ...network, rpcUrls }, profile),
    })
    const choice = till.choice('harbour', 'usdc')
    return { till, choice: { ...choice, network: { ...choice.network, rpcUrls: [theirs] } } }
  }

  it('needs consent before the first payment, and none after', async () => {
    const { till, choice } = await afar()
    const offer = await till.purchases.quote(till.service, choice, null)
    expect(offer.problems).toEqual([{ problem: 'coin-unknown', blocking: false, detail: null }])
    await expect(till.confirm(offer)).rejects.toMatchObject({ details: { reason: 'coin' } })
    expect((await sandbox.witness(till.address)).payments).toEqual([])
    expect(await till.confirm(offer, { acceptCoin: true })).toMatchObject({ status: 'paying' })
    expect((await till.purchases.quote(till.service, choice, null)).problems).toEqual([])
    const other = { ...choice, token: till.choice('harbour', 'dai').token }
    expect((await till.purchases.quote(till.service, other, null)).problems).toMatchObject([
      { problem: 'coin-unknown' },
    ])
  })
})
