import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { erc20Abi, type Address } from 'viem'
import { vi } from 'vitest'
import {
  transferOfferView,
  transferView,
  type TransferOfferView,
  type TransferView,
} from '../../shared/transfer-views.ts'
import type { TestHouse, TestTill } from '../purchases/test-context.ts'
import type { NetworkKey, TokenKey } from '../purchases/test-town.ts'
import { createTransfers, type Transfers } from './create-transfers.ts'
import type { Wish } from './offer-transfer.ts'
import type { ListedToken, SendingNetwork } from './transfers-context.ts'

/** An address that nobody has the key of any more. */
export const newAddress = (): Address => privateKeyToAccount(generatePrivateKey()).address

export interface TestRoom {
  readonly transfers: Transfers
  /** What it told of its own accord. */
  readonly told: TransferView[]
  /** What lies on the clipboard; null for a shell that can't tell. */
  readonly clipboard: { text: string | null }
  /** Accounts of the wallet beside the one in use. */
  readonly own: { address: Address; name: string; kind: 'words' | 'watched' }[]
  wish(to: string, some?: Partial<Wish> & { network?: NetworkKey; coin?: TokenKey | null }): Wish
  offer(...wish: Parameters<TestRoom['wish']>): Promise<TransferOfferView>
  /** Confirms as a person does who does all that is asked. */
  confirm(offer: TransferOfferView, changes?: Partial<Parameters<Transfers['confirm']>[0]>): Promise<TransferView>
  send(...wish: Parameters<TestRoom['wish']>): Promise<TransferView>
  until(id: string, holds: (view: TransferView) => boolean): Promise<TransferView>
}

/** What a service says otherwise than the sandbox does. */
export interface Otherwise {
  readonly network?: Partial<SendingNetwork['network']>
  readonly token?: Partial<ListedToken>
}

/** The transfers room of the process that `till` is now. */
export function openRoom(town: TestHouse, till: TestTill, otherwise: Otherwise = {}): TestRoom {
  const told: TransferView[] = []
  const clipboard: TestRoom['clipboard'] = { text: null }
  const own: TestRoom['own'] = []
  const { context } = till
  const networks = (['harbour', 'meadow'] as const).map((key) => {
    const { network } = till.choice(key, 'usdc')
    const tokens = town.network(key).tokens.map(({ address, symbol, decimals }) => ({
      address: address as Address,
      symbol,
      decimals,
      ...otherwise.token,
    }))
    const { protocolContracts: routers, nativeAddress: _native, ...listed } = network
    const frozen = { ...listed, ...otherwise.network }
    return { key, network: frozen, chain: context.chain(frozen, till.service.profile), tokens, routers }
  })
  const transfers = createTransfers({
    ...context,
    current: () => ({ profileId: till.service.profileId, networks }),
    accounts: () => [{ address: till.address, name: 'Mine', kind: 'words' }, ...own],
    readClipboard: () => Promise.resolve(clipboard.text),
    onChanged: (view) => told.push(transferView.parse(view)),
  })
  const wish: TestRoom['wish'] = (to, { network = 'harbour', coin = 'usdc', ...some } = {}) => ({
    to,
    networkKey: network,
    token: coin === null ? null : tokenOf(town, network, coin),
    amount: '5',
    pasted: null,
    ...some,
  })
  const room: TestRoom = {
    ...{ transfers, told, clipboard, own, wish },
    offer: async (...given) => transferOfferView.parse(await transfers.offer(wish(...given))),
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
    send: async (...given) => room.confirm(await room.offer(...given)),
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
  return room
}

/** The address of a token of the sandbox. */
export function tokenOf(town: TestHouse, network: NetworkKey, key: TokenKey): Address {
  const token = town.network(network).tokens.find((one) => one.key === key)
  if (!token) throw new Error('No such token')
  return token.address as Address
}

/** What the chain itself says an address holds, in units. */
export function heldBy(town: TestHouse, network: NetworkKey, key: TokenKey | null, address: Address): Promise<bigint> {
  const rpc = town.rpc(network)
  if (key === null) return rpc.getBalance({ address })
  const args = [address] as const
  return rpc.readContract({ address: tokenOf(town, network, key), abi: erc20Abi, functionName: 'balanceOf', args })
}
