import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { erc20Abi, type Address } from 'viem'
import { vi } from 'vitest'
import {
  transferOfferView,
  transferView,
  type TransferOfferView,
  type TransferView,
} from '../../shared/transfers/views.ts'
import type { Listed, TestSandbox, TestTill } from '../purchases/context.ts'
import { tokenOf, type NetworkKey, type TokenKey } from '../purchases/sandbox-controls.ts'
import type { Transfers } from '../../main/transfers/create-transfers.ts'
import type { Wish } from '../../main/transfers/offer-transfer.ts'

/** Returns an address whose key nobody has. */
export const newAddress = (): Address => privateKeyToAccount(generatePrivateKey()).address

export interface TestTransfers {
  readonly transfers: Transfers
  /** The events that the transfers emitted. */
  emitted(): TransferView[]
  input(to: string, some?: Partial<Wish> & { network?: NetworkKey; coin?: TokenKey | null }): Wish
  offer(...given: Parameters<TestTransfers['input']>): Promise<TransferOfferView>
  /** Confirms an offer with everything a person must accept. */
  confirm(offer: TransferOfferView, changes?: Partial<Parameters<Transfers['confirm']>[0]>): Promise<TransferView>
  send(...given: Parameters<TestTransfers['input']>): Promise<TransferView>
  until(id: string, holds: (view: TransferView) => boolean): Promise<TransferView>
}

/** Opens the transfers over the current process of `till`. */
export function openTestTransfers(sandbox: TestSandbox, till: TestTill, listed: Partial<Listed> = {}): TestTransfers {
  Object.assign(till.listed, listed)
  const { transfers } = till.spending
  const from = till.events.length
  const emitted = (): TransferView[] =>
    till.events
      .slice(from)
      .flatMap(({ name, payload }) => (name === 'transfer.changed' ? [transferView.parse(payload)] : []))
  const input: TestTransfers['input'] = (to, { network = 'harbour', coin = 'usdc', ...some } = {}) => ({
    to,
    networkKey: network,
    token: coin === null ? null : tokenOf(sandbox, network, coin),
    amount: '5',
    pasted: null,
    ...some,
  })
  const fixture: TestTransfers = {
    transfers,
    emitted,
    input,
    offer: async (...given) => transferOfferView.parse(await transfers.offer(input(...given))),
    async confirm(offer, changes = {}) {
      const signs = offer.recipient.slice(2)
      const typed = offer.typeGroup === null ? null : signs.slice(offer.typeGroup * 4, offer.typeGroup * 4 + 4)
      return transferView.parse(
        await transfers.confirm({
          offerKey: offer.offerKey,
          typed,
          acceptFee: false,
          acceptCoin: false,
          acceptNotSimulated: false,
          ...changes,
        }),
      )
    },
    send: async (...given) => fixture.confirm(await fixture.offer(...given)),
    async until(id, holds) {
      return vi.waitUntil(
        () => {
          const view = transferView.parse(transfers.get(id))
          return holds(view) ? view : false
        },
        { timeout: 20_000, interval: 50 },
      )
    },
  }
  return fixture
}

/** Reads the balance of an address from the chain, in units. */
export function heldBy(
  sandbox: TestSandbox,
  network: NetworkKey,
  key: TokenKey | null,
  address: Address,
): Promise<bigint> {
  const rpc = sandbox.rpc(network)
  if (key === null) return rpc.getBalance({ address })
  const args = [address] as const
  return rpc.readContract({ address: tokenOf(sandbox, network, key), abi: erc20Abi, functionName: 'balanceOf', args })
}
