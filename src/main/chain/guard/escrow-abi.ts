import { parseAbi } from 'viem'

const record =
  'struct EscrowRecord { uint256 id; string serviceRef; address fulfiller; address token; string externalID; address payer; uint256 tokenAmount; uint256 feeAmount; uint256 fiatAmount; uint256 entryTime; string receiptURI; uint8 status; }'
const request =
  'struct ServiceRequest { address payer; uint256 fiatAmount; string serviceRef; address token; uint256 tokenAmount; }'

/** Events an escrow emits when it is paid. */
export const depositEvents = parseAbi([
  record,
  request,
  'event ERC20DepositReceived(EscrowRecord record)',
  'event ERC20ServiceRequested(uint256 serviceID, ServiceRequest request)',
])

/** Events an escrow emits when a refund is withdrawn. The first generation names no record, since it pays out everything due. */
export const withdrawalEvents = parseAbi([
  'event ERC20RefundWithdrawn(address token, address indexed payee, uint256 weiAmount)',
  'event ERC20RefundWithdrawn(address indexed token, address indexed payee, uint256 weiAmount, uint256 recordId)',
])

/** The view functions for an escrow's records and refunds. */
export const refundViews = parseAbi([
  record,
  'function record(uint256 id) view returns (EscrowRecord)',
  'function recordsOf(address payer) view returns (uint256[])',
  'function getERC20RefundsFor(address token, address refundee, uint256 serviceID) view returns (uint256)',
])
