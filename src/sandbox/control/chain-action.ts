import { encodeFunctionData, getAddress, isAddress, parseUnits, type Hex } from 'viem'
import { z } from 'zod'
import { tokenAbi } from '../chains/abi.ts'
import type { Chain } from '../chains/chain.ts'
import { findToken } from '../service/catalog/find-token.ts'
import { invalid, ServiceError } from '../service/service-error.ts'

const address = z.string().refine((value) => isAddress(value, { strict: false }), 'is not an address')
const hash = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value), 'is not a hash')

export const chainActionSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('pause-mining') }),
  z.object({ action: z.literal('resume-mining') }),
  z.object({ action: z.literal('mine'), blocks: z.int().min(1).max(1000).default(1) }),
  /** Sets the next block's base fee in wei; later blocks adjust it as usual. */
  z.object({ action: z.literal('base-fee'), wei: z.string().regex(/^\d+$/) }),
  /** Replaces the newest blocks with empty ones; drops their transactions, or sends them again. */
  z.object({ action: z.literal('reorg'), depth: z.int().min(1).max(100), resend: z.boolean().default(false) }),
  /** Removes a pending transaction from the pool. */
  z.object({ action: z.literal('drop'), hash }),
  /** Sets an address's balance of a token (by symbol or address), or of the native coin. */
  z.object({
    action: z.literal('set-balance'),
    address,
    token: z.string().nullable().default(null),
    amount: z.string(),
  }),
  z.object({ action: z.literal('stop-node') }),
  z.object({ action: z.literal('start-node') }),
  /** A frozen node accepts connections but answers nothing. */
  z.object({ action: z.literal('freeze-node') }),
  z.object({ action: z.literal('thaw-node') }),
])

/** The names of all chain actions. */
export const chainActions = chainActionSchema.options.map(({ shape }) => shape.action.value)

export type ChainAction = z.output<typeof chainActionSchema>

/** Performs an action on a chain. */
export async function actOnChain(chain: Chain, action: ChainAction): Promise<void> {
  const { client, anvil } = chain
  switch (action.action) {
    case 'pause-mining':
      return chain.pauseMining(true)
    case 'resume-mining':
      return chain.pauseMining(false)
    case 'mine':
      return client.mine({ blocks: action.blocks })
    case 'base-fee':
      return client.setNextBlockBaseFeePerGas({ baseFeePerGas: BigInt(action.wei) })
    case 'reorg':
      await reorg(chain, action.depth, action.resend)
      return chain.save()
    case 'drop':
      return client.dropTransaction({ hash: action.hash })
    case 'set-balance':
      await setBalance(chain, action)
      return chain.save()
    case 'stop-node':
      return chain.stop()
    case 'start-node':
      return chain.restart()
    case 'freeze-node':
      return anvil.freeze(true)
    case 'thaw-node':
      return anvil.freeze(false)
  }
}

async function reorg(chain: Chain, depth: number, resend: boolean): Promise<void> {
  const { client } = chain
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const numbers = Array.from({ length: depth }, (_, index) => head - BigInt(depth - 1 - index)).filter(
    (number) => number > 0n,
  )
  const blocks = await Promise.all(numbers.map((blockNumber) => client.getBlock({ blockNumber })))
  const hashes = blocks.flatMap(({ transactions }) => transactions)
  const raws = await Promise.all(
    hashes.map((one) => client.request({ method: 'eth_getRawTransactionByHash' as never, params: [one] as never })),
  )
  try {
    await client.request({ method: 'anvil_reorg' as never, params: [depth, []] as never })
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new ServiceError(
      409,
      'REORG_REFUSED',
      `The node replaces only blocks it made itself since it started: ${reason}`,
    )
  }
  for (const raw of resend ? raws : []) await client.sendRawTransaction({ serializedTransaction: raw as Hex })
}

async function setBalance(chain: Chain, action: Extract<ChainAction, { action: 'set-balance' }>): Promise<void> {
  const owner = getAddress(action.address)
  if (!/^\d+(\.\d+)?$/.test(action.amount)) throw invalid({ amount: 'is not a decimal amount' })
  if (action.token === null) {
    return chain.client.setBalance({ address: owner, value: parseUnits(action.amount, chain.network.native.decimals) })
  }
  const token = findToken(chain, action.token)
  if (!token) throw invalid({ token: 'is not known' })
  const read = { address: token.address, abi: tokenAbi, functionName: 'balanceOf', args: [owner] } as const
  const change = parseUnits(action.amount, token.decimals) - (await chain.client.readContract(read))
  if (change === 0n) return
  const functionName = change > 0n ? 'mint' : 'burn'
  const data = encodeFunctionData({ abi: tokenAbi, functionName, args: [owner, change > 0n ? change : -change] })
  const [sent] = await chain.sendAsMinter([{ to: token.address, data }])
  if (!sent) return
  await chain.client.mine({ blocks: 1 })
  await chain.client.waitForTransactionReceipt({ hash: sent.hash, timeout: 20_000 })
}
