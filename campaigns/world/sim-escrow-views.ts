import { decodeFunctionData, encodeFunctionResult, isAddressEqual, type Address, type Hex } from 'viem'
import { escrowViews as abi, encodeRecord } from './sim-escrow-abi.ts'
import { findRecord, balanceKey, type EscrowBooks, type SimEscrow } from './sim-escrow-books.ts'

const NOBODY: Address = `0x${'0'.repeat(40)}`

/** Answers a view of the vault or of a registry; null if that contract does not know it or reverts. */
export function viewEscrow(escrow: SimEscrow, books: EscrowBooks, to: Address, data: Hex): Hex | null {
  try {
    const call = decodeFunctionData({ abi, data })
    if (isAddressEqual(to, escrow.vault)) return viewVault(escrow, books, call)
    if (isAddressEqual(to, escrow.registry)) return viewRegistry(escrow, call)
    return isAddressEqual(to, escrow.tokenRegistry) ? viewTokens(escrow, call) : null
  } catch {
    return null
  }
}

type EscrowCall = ReturnType<typeof decodeFunctionData<typeof abi>>

function viewVault(escrow: SimEscrow, books: EscrowBooks, { functionName, args }: EscrowCall): Hex | null {
  switch (functionName) {
    case 'record': {
      const found = findRecord(books, args[0])
      const result = found ? encodeRecord(escrow, found) : noRecord
      return encodeFunctionResult({ abi, functionName, result })
    }
    case 'recordsOf': {
      const own = books.records.filter(({ payer }) => isAddressEqual(payer, args[0]))
      return encodeFunctionResult({ abi, functionName, result: own.map(({ id }) => id) })
    }
    case 'getERC20RefundsFor':
      return encodeFunctionResult({ abi, functionName, result: books.refunds.get(balanceKey(...args)) ?? 0n })
    case 'getERC20DepositsFor':
      return encodeFunctionResult({ abi, functionName, result: books.deposits.get(balanceKey(...args)) ?? 0n })
    default:
      return null
  }
}

function viewRegistry({ services }: SimEscrow, { functionName, args }: EscrowCall): Hex | null {
  const service = services.find(({ id }) => id === args[0])
  if (functionName === 'isRefValid') {
    return encodeFunctionResult({ abi, functionName, result: service?.references.includes(args[1]) === true })
  }
  if (functionName !== 'getService' || !service) return null
  const { id: serviceId, fulfiller, feeBps } = service
  return encodeFunctionResult({ abi, functionName, result: [{ serviceId, beneficiary: fulfiller, fulfiller }, feeBps] })
}

function viewTokens({ tokenFees }: SimEscrow, { functionName, args }: EscrowCall): Hex | null {
  const coin = tokenFees.find(({ token }) => token.toLowerCase() === String(args[0]).toLowerCase())
  if (functionName === 'isTokenWhitelisted') {
    return encodeFunctionResult({ abi, functionName, result: coin !== undefined })
  }
  if (functionName !== '_swapFeeBasisPoints') return null
  return encodeFunctionResult({ abi, functionName, result: coin?.bps ?? 0 })
}

/** A missing record reads as zeros, the same as a failed payment. */
const noRecord = {
  id: 0n,
  serviceRef: '',
  fulfiller: NOBODY,
  token: NOBODY,
  externalID: '',
  payer: NOBODY,
  tokenAmount: 0n,
  feeAmount: 0n,
  fiatAmount: 0n,
  entryTime: 0n,
  receiptURI: '',
  status: 0,
}
