import { encodeAbiParameters, encodeEventTopics, parseAbi, type AbiEvent, type Address, type Hex } from 'viem'
import type { EscrowRecord, EscrowRequest, SimEscrow } from './sim-escrow-books.ts'
import type { SimLog } from './sim-state.ts'

const request =
  'struct ServiceRequest { address payer; uint256 fiatAmount; string serviceRef; address token; uint256 tokenAmount; }'
const record =
  'struct EscrowRecord { uint256 id; string serviceRef; address fulfiller; address token; string externalID; address payer; uint256 tokenAmount; uint256 feeAmount; uint256 fiatAmount; uint256 entryTime; string receiptURI; uint8 status; }'

/** The functions that users call, in both generations. */
export const routerAbi = parseAbi([
  request,
  'function requestERC20Service(uint256 serviceID, ServiceRequest request) returns (bool)',
  'function withdrawERC20Refund(uint256 serviceID, address token, address refundee)',
  'function withdrawERC20Refund(uint256 serviceID, uint256 recordId)',
])

/** The views of the vault and the two registries. */
export const escrowViews = parseAbi([
  record,
  'struct ServiceEntry { uint256 serviceId; address beneficiary; address fulfiller; }',
  'function record(uint256 id) view returns (EscrowRecord)',
  'function recordsOf(address payer) view returns (uint256[])',
  'function getERC20RefundsFor(address token, address refundee, uint256 serviceID) view returns (uint256)',
  'function getERC20DepositsFor(address token, address payer, uint256 serviceID) view returns (uint256)',
  'function getService(uint256 serviceID) view returns (ServiceEntry service, uint16 feeBps)',
  'function isRefValid(uint256 serviceID, string ref) view returns (bool)',
  'function isTokenWhitelisted(address token) view returns (bool)',
  'function _swapFeeBasisPoints(address token) view returns (uint16)',
])

/** The events of router and vault in either generation. */
export const escrowEvents = parseAbi([
  record,
  request,
  'event ERC20DepositReceived(EscrowRecord record)',
  'event ERC20ServiceRequested(uint256 serviceID, ServiceRequest request)',
  'event ERC20RefundAuthorized(address indexed payee, uint256 weiAmount)',
])
const [received, requested, authorized] = escrowEvents
const [sumWithdrawn] = parseAbi(['event ERC20RefundWithdrawn(address token, address indexed payee, uint256 weiAmount)'])
const [recordWithdrawn] = parseAbi([
  'event ERC20RefundWithdrawn(address indexed token, address indexed payee, uint256 weiAmount, uint256 recordId)',
])

/** Returns a record as the vault reports it. */
export function encodeRecord(escrow: SimEscrow, { serviceId, outcome: _, ...one }: EscrowRecord) {
  const fulfiller = escrow.services.find(({ id }) => id === serviceId)?.fulfiller ?? NOBODY
  return { ...one, fulfiller, externalID: '', receiptURI: '' }
}

const NOBODY: Address = `0x${'0'.repeat(40)}`

export function depositLog(escrow: SimEscrow, one: EscrowRecord): SimLog {
  return logOf(escrow.vault, received, [encodeRecord(escrow, one)])
}

export function requestLog({ router }: SimEscrow, serviceId: bigint, details: EscrowRequest): SimLog {
  return logOf(router, requested, [serviceId, details])
}

export function authorizedLog({ vault }: SimEscrow, payee: Address, units: bigint): SimLog {
  return logOf(vault, authorized, [payee, units])
}

/** Encodes a withdrawal, in the words of the older code if it names no record. */
export function withdrawalLog(
  { vault }: SimEscrow,
  one: {
    readonly token: Address
    readonly payee: Address
    readonly units: bigint
    readonly recordId: bigint | null
  },
): SimLog {
  const { token, payee, units, recordId } = one
  return recordId === null
    ? logOf(vault, sumWithdrawn, [token, payee, units])
    : logOf(vault, recordWithdrawn, [token, payee, units, recordId])
}

/** Encodes an event with all of its arguments in order. */
function logOf(address: Address, event: AbiEvent, values: readonly unknown[]): SimLog {
  const indexed = event.inputs.map((input, at) => (input.indexed ? values[at] : undefined))
  const unindexed = event.inputs.flatMap((input, at) => (input.indexed ? [] : [{ input, value: values[at] }]))
  const topics = encodeEventTopics({ abi: [event], args: indexed.filter((one) => one !== undefined) })
  return {
    address,
    topics: topics as Hex[],
    data: encodeAbiParameters(
      unindexed.map(({ input }) => input),
      unindexed.map(({ value }) => value),
    ),
  }
}
