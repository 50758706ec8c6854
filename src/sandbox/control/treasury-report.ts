import { formatUnits, parseAbiItem, type Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import type { Service } from '../service/context.ts'
import { tokensOf } from '../service/catalog/find-token.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

export interface TreasuryTransfer {
  readonly network: string
  readonly chainId: number
  readonly token: string
  readonly symbol: string
  /** The paying or refunded wallet, in lower case. */
  readonly wallet: string
  readonly units: string
  readonly amount: string
  readonly hash: string
  readonly blockNumber: number
}

/** Reads from the chains what treasuries and escrow received, and what was refunded by them or from elsewhere; adds the service's books. */
export async function treasuryReport(service: Service, wallet?: Address) {
  const read = await Promise.all(
    service.chains.map(async (chain) => {
      try {
        const [payments, refunds] = await Promise.all([transfers(chain, 'in', wallet), transfers(chain, 'out', wallet)])
        return { payments, refunds, unreachable: [] }
      } catch {
        return { payments: [], refunds: [], unreachable: [chain.network.key] }
      }
    }),
  )
  return {
    payments: read.flatMap(({ payments }) => payments),
    refunds: read.flatMap(({ refunds }) => refunds),
    /** Networks that could not be read: their payments and refunds are missing above. */
    unreachable: read.flatMap(({ unreachable }) => unreachable),
    registrations: service.ledger.listRegistrations(wallet?.toLowerCase()).map(({ refundRaw: _, ...row }) => row),
    quotes: service.ledger
      .listQuotes()
      .filter(({ sender }) => wallet === undefined || sender?.toLowerCase() === wallet.toLowerCase())
      .map(({ totalUnits, ...quote }) => ({ ...quote, totalUnits: totalUnits.toString() })),
  }
}

async function transfers(
  chain: Chain,
  direction: 'in' | 'out',
  wallet: Address | undefined,
): Promise<TreasuryTransfer[]> {
  const tokens = tokensOf(chain)
  const { escrow } = chain.contracts
  const own = [chain.treasury, ...(escrow === null ? [] : [escrow.vault])]
  const args =
    direction === 'in'
      ? { to: own, ...(wallet ? { from: wallet } : {}) }
      : { from: [...own, chain.minter], ...(wallet ? { to: wallet } : {}) }
  const logs = await chain.client.getLogs({
    address: tokens.map(({ address }) => address),
    event: transfer,
    args,
    fromBlock: 0n,
    strict: true,
  })
  return logs.map(({ address, args: { from, to, value }, transactionHash, blockNumber }) => {
    const token = tokens.find((one) => one.address.toLowerCase() === address.toLowerCase())
    return {
      network: chain.network.key,
      chainId: chain.network.chainId,
      token: address,
      symbol: token?.symbol ?? '',
      wallet: (direction === 'in' ? from : to).toLowerCase(),
      units: value.toString(),
      amount: formatUnits(value, token?.decimals ?? 0),
      hash: transactionHash,
      blockNumber: Number(blockNumber),
    }
  })
}
