import type { Address } from 'viem'
import type { FrozenNetwork } from '../chain/frozen-network.ts'
import { toAppError, type ErrorCode } from '../../shared/errors.ts'
import type { Chain } from '../chain/chain.ts'
import type { AllowancesContext } from './allowances-context.ts'
import { readApproved, type Approved } from './approved-repository.ts'
import type { ApprovalScanner } from './scan-approvals.ts'
import type { ListedNetwork, ListedToken } from '../engine/current-service.ts'

/** A chain on which something was, or may have been, approved. */
export interface ApprovalScope {
  readonly chainInstance: string
  readonly profileId: string
  readonly network: FrozenNetwork
  readonly chain: Chain
  /** Tokens that the service or a purchase named: only their allowances can be revoked. */
  readonly tokens: readonly ListedToken[]
  readonly routers: readonly Address[]
}

/** One allowance to check. */
export interface Target {
  readonly scope: ApprovalScope
  readonly token: ListedToken
  readonly spender: Address
  readonly purchaseId: string | null
}

/** The allowances to check on one network; if it is silent, only those in the ledger, and the error. */
export interface Targets {
  readonly key: string
  readonly name: string
  readonly targets: readonly Target[]
  readonly complete: boolean
  readonly error: ErrorCode | null
}

/**
 * Returns every allowance that may exist: those that this ledger's purchases ever approved, on any network, and those in the logs of the
 * networks in use. Never throws for a network that does not answer.
 */
export async function findTargets(
  context: AllowancesContext,
  owner: Address,
  scanApprovals: ApprovalScanner,
): Promise<Targets[]> {
  const approved = readApproved(context.ledger, owner)
  const current = context.current()
  const identified = await Promise.all(
    (current?.networks ?? []).map(async (network) => ({ network, ...(await instanceOf(network.chain)) })),
  )
  const here = identified.map(({ network, instance, error }) => {
    // A network that does not identify itself may be any known one with its chain id.
    const isOfIt = ({ chainInstance }: Approved): boolean =>
      instance === null ? chainInstance.startsWith(`${network.network.chainId}:`) : chainInstance === instance
    return { network, instance, error, own: approved.filter(isOfIt) }
  })
  const elsewhere = approved.filter((one) => !here.some(({ own }) => own.includes(one)))
  return Promise.all([
    ...here.map((one) => targetsHere(owner, current?.profileId ?? '', one, scanApprovals)),
    ...[...new Set(elsewhere.map(({ chainInstance }) => chainInstance))].map((instance) =>
      targetsElsewhere(
        context,
        elsewhere.filter(({ chainInstance }) => chainInstance === instance),
      ),
    ),
  ]).then((found) => found.flat())
}

async function instanceOf(
  chain: Chain,
): Promise<
  { readonly instance: string; readonly error: null } | { readonly instance: null; readonly error: ErrorCode }
> {
  try {
    return { instance: await chain.instance(), error: null }
  } catch (thrown) {
    return { instance: null, error: toAppError(thrown).code }
  }
}

async function targetsHere(
  owner: Address,
  profileId: string,
  one: {
    readonly network: ListedNetwork
    readonly instance: string | null
    readonly error: ErrorCode | null
    readonly own: readonly Approved[]
  },
  scanApprovals: ApprovalScanner,
): Promise<Targets> {
  const { network: found, instance, error, own } = one
  const { network, chain, routers } = found
  const tokens = unique([...found.tokens, ...own.map(({ token }) => token)], ({ address }) => address)
  const name = network.name
  const scopeOf = (chainInstance: string): ApprovalScope => ({
    chainInstance,
    profileId,
    network,
    chain,
    tokens,
    routers,
  })
  const known = own.map((approval) => ({ ...approval, scope: scopeOf(approval.chainInstance) }))
  if (instance === null) return { key: network.key, name, targets: known, complete: true, error }
  const scope = scopeOf(instance)
  const addresses = tokens.map(({ address }) => address)
  const scanned = await scanApprovals(chain, instance, owner, addresses)
  const others = scanned.found.flatMap(({ token: address, spender }): Target[] => {
    const token = tokens.find((one) => isSame(one.address, address))
    return token ? [{ scope, token, spender, purchaseId: null }] : []
  })
  const targets = unique<Target>([...known, ...others], ({ token, spender }) => `${token.address} ${spender}`)
  return { key: instance, name, targets, complete: scanned.complete, error: scanned.error }
}

/** Returns the targets on a chain of earlier purchases that the service in use does not list. */
async function targetsElsewhere(context: AllowancesContext, approved: readonly Approved[]): Promise<Targets[]> {
  const [first] = approved
  if (first === undefined) return []
  const { chainInstance, profileId, network } = first
  const service = context.service(profileId)
  if (service === null) return []
  const chain = context.chain(network, service.profile)
  const { instance, error } = await instanceOf(chain)
  // A reset network has lost its allowances.
  if (instance !== null && instance !== chainInstance) return []
  const tokens = approved.map(({ token }) => token)
  const scope: ApprovalScope = { chainInstance, profileId, network, chain, tokens, routers: [] }
  const targets = approved.map((approval) => ({ ...approval, scope }))
  return [{ key: chainInstance, name: network.name, targets, complete: true, error }]
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function unique<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const seen = new Map<string, T>()
  for (const item of items) {
    const key = keyOf(item).toLowerCase()
    if (!seen.has(key)) seen.set(key, item)
  }
  return [...seen.values()]
}
