import type { Address } from 'viem'
import type { FrozenNetwork } from '../chain/frozen-network.ts'
import { toAppError, type ErrorCode } from '../../shared/errors.ts'
import type { Chain } from '../chain/chain.ts'
import type { AllowancesContext } from './allowances-context.ts'
import { allowanceId, readKnownAllowances, type KnownAllowance } from './known-allowances.ts'
import type { AllowedToken } from './revoked-token.ts'
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
  readonly token: AllowedToken
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

/** A network of the service in use, with the chain that it says it is, or why it does not say. */
interface Identified {
  readonly network: ListedNetwork
  readonly instance: string | null
  readonly error: ErrorCode | null
}

/**
 * Returns every allowance that may exist: those that this ledger's purchases ever approved or that are being revoked, on any network, and
 * those in the logs of the networks in use. Never throws for a network that does not answer.
 */
export async function findTargets(
  context: AllowancesContext,
  owner: Address,
  scanApprovals: ApprovalScanner,
): Promise<Targets[]> {
  const current = context.current()
  const identified = await Promise.all(
    (current?.networks ?? []).map(async (network) => ({ network, ...(await instanceOf(network.chain)) })),
  )
  const known = readKnownAllowances(context, owner)
  const here = identified.map((one) => ({
    ...one,
    own: known.filter((allowance) => networkOf(identified, allowance) === one),
  }))
  const elsewhere = known.filter((allowance) => networkOf(identified, allowance) === null)
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

/** Returns the network of an allowance, or null: one that does not identify itself may be any known one with its chain id. */
function networkOf(identified: readonly Identified[], { chainInstance }: KnownAllowance): Identified | null {
  const isSilent = ({ network, instance }: Identified): boolean =>
    instance === null && chainInstance.startsWith(`${network.network.chainId}:`)
  return identified.find(({ instance }) => instance === chainInstance) ?? identified.find(isSilent) ?? null
}

async function instanceOf(chain: Chain): Promise<Pick<Identified, 'instance' | 'error'>> {
  try {
    return { instance: await chain.instance(), error: null }
  } catch (thrown) {
    return { instance: null, error: toAppError(thrown).code }
  }
}

async function targetsHere(
  owner: Address,
  profileId: string,
  one: Identified & { readonly own: readonly KnownAllowance[] },
  scanApprovals: ApprovalScanner,
): Promise<Targets> {
  const { network: found, instance, error, own } = one
  const { network, chain, routers } = found
  const tokens = unique([...found.tokens, ...namedTokens(own)], ({ address }) => address)
  const shown = { key: found.key, name: network.name }
  const scopeOf = (chainInstance: string): ApprovalScope => ({
    chainInstance,
    profileId,
    network,
    chain,
    tokens,
    routers,
  })
  const known = own.map((allowance) => ({ ...allowance, scope: scopeOf(allowance.chainInstance) }))
  if (instance === null) return { ...shown, targets: known, complete: true, error }
  const scope = scopeOf(instance)
  const addresses = tokens.map(({ address }) => address)
  const scanned = await scanApprovals(chain, instance, owner, addresses)
  const others = scanned.found.flatMap(({ token: address, spender }): Target[] => {
    const token = tokens.find((one) => isSame(one.address, address))
    return token ? [{ scope, token, spender, purchaseId: null }] : []
  })
  const targets = unique<Target>([...known, ...others], targetId)
  return { ...shown, targets, complete: scanned.complete, error: scanned.error }
}

/** Returns the targets on a chain that the service in use does not list; the profile of one of its allowances reaches it. */
async function targetsElsewhere(context: AllowancesContext, known: readonly KnownAllowance[]): Promise<Targets[]> {
  const [first] = known.flatMap((allowance) => {
    const service = context.service(allowance.profileId)
    return service === null ? [] : [{ ...allowance, profile: service.profile }]
  })
  if (first === undefined) return []
  const { chainInstance, profileId, network, profile } = first
  const chain = context.chain(network, profile)
  const { instance, error } = await instanceOf(chain)
  const wasReset = instance !== null && instance !== chainInstance
  // A reset network has lost its allowances, but not the revocations that Till follows.
  const left = wasReset ? known.filter(({ isRevoking }) => isRevoking) : known
  const scope: ApprovalScope = { chainInstance, profileId, network, chain, tokens: namedTokens(known), routers: [] }
  const targets = left.map((allowance) => ({ ...allowance, scope }))
  if (targets.length === 0) return []
  return [
    {
      key: chainInstance,
      name: network.name,
      targets,
      complete: true,
      error: wasReset ? 'network-mismatch' : error,
    },
  ]
}

/** Returns the id of a target's allowance. */
export function targetId({ scope, token, spender }: Target): string {
  return allowanceId({ chainInstance: scope.chainInstance, token, spender })
}

function namedTokens(known: readonly KnownAllowance[]): ListedToken[] {
  return known.flatMap(({ token: { decimals, ...token } }) => (decimals === null ? [] : [{ ...token, decimals }]))
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
