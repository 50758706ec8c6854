import { getAddress } from 'viem'
import { readSentTo } from './transfer-repository.ts'
import type { TransfersContext } from './transfers-context.ts'
import type { KnownAddress } from './warn.ts'
import type { ListedNetwork } from '../engine/current-service.ts'

/** Lists every address that this wallet knows: own, named, sent to or paid before, and the contracts of the service's network. */
export function knownAddresses(
  context: TransfersContext,
  network: ListedNetwork,
  /** Null while the network has not identified itself. */
  paidOn: { readonly profileId: string; readonly chainInstance: string } | null,
): KnownAddress[] {
  const serviceName = paidOn && (context.service(paidOn.profileId)?.profile.name ?? null)
  const paid = paidOn === null ? [] : context.recipients.list(paidOn.profileId, paidOn.chainInstance)
  return [
    ...context
      .accounts()
      .map(
        ({ address, name, kind }) =>
          ({ address, name: name === '' ? null : name, as: kind === 'watched' ? 'named' : 'own' }) as const,
      ),
    ...context.named().map(({ address, name }) => ({ address, name, as: 'named' }) as const),
    ...readSentTo(context.ledger).map(({ recipient }) => ({ address: recipient, name: null, as: 'sent' }) as const),
    ...paid.map((address) => ({ address: getAddress(address), name: serviceName, as: 'paid' }) as const),
    ...network.tokens.map(({ address, symbol }) => ({ address, name: symbol, as: 'contract' }) as const),
    ...network.routers.map((address) => ({ address, name: serviceName, as: 'contract' }) as const),
  ]
}
