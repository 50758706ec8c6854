import { describe, expect, it, vi } from 'vitest'
import { zeroAddress, type Address } from 'viem'
import type { BalanceView, LastBalance } from '../../../shared/wallet/views.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import type { Chain } from '../chain.ts'
import { AppError } from '../../../shared/errors.ts'
import { createBalances, type Balances, type BalancesOptions } from './balances.ts'
import { soon } from '../../../testing/soon.ts'

const [mine, other]: Address[] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]
const usdc = {
  key: 'usdc',
  symbol: 'C',
  name: '',
  address: zeroAddress,
  decimals: 0,
  friendlyDecimals: 0,
  isActive: true,
  image: null,
  minAllowance: null,
  maxAllowance: null,
}
const network = (
  key: string,
  unpayable: NetworkView['unpayable'] = null,
  tokens: NetworkView['tokens'] = [],
): NetworkView => ({
  key,
  name: key,
  chainId: 7,
  isTestnet: true,
  logo: null,
  tokens,
  unpayable,
  native: { name: 'Coin', symbol: 'C', decimals: 0, logo: null },
})

type Unshown = (reading: { at: number; signed: ReadonlySet<string> }) => ReturnType<BalancesOptions['unshown']>
const nothing = { tokens: new Map<string, bigint>(), native: 0n, signed: new Set<string>() }

interface Setting {
  readonly balances: Balances
  readonly events: BalanceView[][]
  readonly state: { address: Address | null; at: number; held: bigint; reads: number; dead: boolean; unshown: Unshown }
  /** Lets the pending reads answer. */
  open: () => void
}

/** Creates balances over a chain that answers once `open` is called; a question gets the amounts held when it was asked. */
function setUp(open = true, tokens: NetworkView['tokens'] = []): Setting {
  const state: Setting['state'] = {
    address: mine ?? null,
    at: 0,
    held: 5n,
    reads: 0,
    dead: false,
    unshown: () => nothing,
  }
  const events: BalanceView[][] = []
  const stored = new Map<string, LastBalance>()
  const gate = Promise.withResolvers<null>()
  if (open) gate.resolve(null)
  const chain = {
    instance: async () => '7:0x0',
    async nativeBalance(account: Address) {
      state.reads++
      if (state.dead) throw new AppError('network-unreachable', 'Dead')
      const held = account === mine ? state.held : 77n
      await gate.promise
      return held
    },
  } as unknown as Chain
  return {
    state,
    events,
    open: () => gate.resolve(null),
    balances: createBalances({
      address: () => state.address,
      networks: () => [network('a', null, tokens), network('b', 'inactive')],
      chain: () => chain,
      unshown: (_network, _instance, _address, reading) => state.unshown(reading),
      outflow: () => [],
      lastKnown: ({ key }, address) => stored.get(`${key} ${address}`) ?? null,
      remember({ key }, address, { native, readAt }) {
        stored.set(`${key} ${address}`, { native: native ?? '', tokens: {}, readAt: readAt ?? '' })
      },
      now: () => 0,
      monotonic: () => state.at,
      onChange: (views) => events.push(views),
    }),
  }
}

const native = (views: readonly BalanceView[]): (string | null)[] => views.map((view) => view.native)

describe('balances', () => {
  it('are read once in half a minute, unless a fresh read is requested', async () => {
    const { balances, state } = setUp()
    expect(native(await balances.get(false))).toEqual(['5', null])
    state.held = 6n
    state.at = 29_000
    expect(native(await balances.get(false))).toEqual(['5', null])
    expect(native(await balances.get(true))).toEqual(['6', null])
    state.held = 7n
    state.at = 60_000
    expect(native(await balances.get(false))).toEqual(['7', null])
    expect(state.reads).toBe(3)
  })

  it('requested during a read come from a read that started after the request', async () => {
    const setting = setUp(false)
    const { balances, state } = setting
    const first = balances.get(true)
    await vi.waitUntil(() => state.reads === 1, soon)
    state.held = 9n
    const [second, third] = [balances.get(true), balances.get(true)]
    setting.open()
    expect(native(await first)).toEqual(['5', null])
    expect(native(await second)).toEqual(['9', null])
    expect(await third).toBe(await second)
    expect(state.reads).toBe(2)
  })

  it('that cannot be read are unknown, with the last known ones of the same wallet', async () => {
    const { balances, state } = setUp()
    await balances.get(true)
    state.dead = true
    const [view] = await balances.get(true)
    expect(view).toMatchObject({ native: null, readAt: null, last: { native: '5' } })
    state.address = other ?? null
    expect((await balances.get(true))[0]).toMatchObject({ native: null, last: null })
  })

  it('of one wallet are never returned for another', async () => {
    const { balances, state } = setUp()
    await balances.get(false)
    state.address = other ?? null
    expect(native(await balances.get(false))).toEqual(['77', null])
    state.address = null
    expect(native(await balances.get(false))).toEqual([null, null])
  })

  it('are emitted after each read, whoever requested it', async () => {
    const { balances, state, events } = setUp()
    balances.refresh()
    await vi.waitFor(() => expect(events.map(native)).toEqual([['5', null]]), soon)
    state.held = 6n
    await balances.get(true)
    await balances.get(false)
    expect(events.map(native)).toEqual([
      ['5', null],
      ['6', null],
    ])
  })

  it('reserve what was signed after they were read at once, although no node answers', async () => {
    const { balances, state, events } = setUp(true, [usdc])
    await balances.get(false)
    state.unshown = () => ({ ...nothing, native: 2n })
    expect((await balances.get(false))[0]).toMatchObject({ native: '5', reserved: { usdc: '2' } })
    state.dead = true
    balances.recount()
    expect(events.at(-1)?.[0]).toMatchObject({ native: '5', reserved: { usdc: '2' } })
    expect(state.reads).toBe(2)
  })

  it('reserve a mined payment until a later reading shows it, also while none succeeds', async () => {
    const { balances, state } = setUp(true, [usdc])
    const pay = 'pay 0'
    state.unshown = () => ({ ...nothing, native: 2n, signed: new Set([pay]) })
    await balances.get(false)
    // It was mined: only a reading that began before must not count its coins.
    state.unshown = ({ signed }) => ({ ...nothing, native: signed.has(pay) ? 2n : 0n })
    expect((await balances.get(false))[0]).toMatchObject({ reserved: { usdc: '2' } })
    state.dead = true
    expect((await balances.get(true))[0]).toMatchObject({ last: { native: '5' }, reserved: { usdc: '2' } })
    state.dead = false
    expect((await balances.get(true))[0]).toMatchObject({ reserved: { usdc: '0' } })
  })
})
