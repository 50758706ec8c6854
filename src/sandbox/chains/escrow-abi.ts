import { parseAbi } from 'viem'

const requestStruct =
  'struct ServiceRequest { address payer; uint256 fiatAmount; string serviceRef; address token; uint256 tokenAmount; }'
const recordStruct =
  'struct EscrowRecord { uint256 id; string serviceRef; address fulfiller; address token; string externalID; address payer; uint256 tokenAmount; uint256 feeAmount; uint256 fiatAmount; uint256 entryTime; string receiptURI; uint8 status; }'
const resultStruct = 'struct FulfillmentResult { uint256 id; string externalID; string receiptURI; uint8 status; }'
const serviceStruct = 'struct ServiceEntry { uint256 serviceId; address beneficiary; address fulfiller; }'

/** The calls, events and errors of the play escrow in both generations. Their withdrawal events, which share a name, are below. */
export const escrowAbi = parseAbi([
  requestStruct,
  recordStruct,
  resultStruct,
  serviceStruct,
  'function requestERC20Service(uint256 serviceID, ServiceRequest request) returns (bool)',
  'function withdrawERC20Refund(uint256 serviceID, address token, address refundee)',
  'function withdrawERC20Refund(uint256 serviceID, uint256 recordId)',
  'function pause(bool isPaused)',
  'function record(uint256 id) view returns (EscrowRecord)',
  'function recordsOf(address payer) view returns (uint256[])',
  'function getERC20RefundsFor(address token, address refundee, uint256 serviceID) view returns (uint256)',
  'function getERC20DepositsFor(address token, address payer, uint256 serviceID) view returns (uint256)',
  'function getService(uint256 serviceID) view returns (ServiceEntry service, uint16 feeBps)',
  'function isRefValid(uint256 serviceID, string ref) view returns (bool)',
  'function putService(uint256 serviceID, address beneficiary, address fulfiller, uint16 feeBps)',
  'function addRef(uint256 serviceID, string ref)',
  'function isTokenWhitelisted(address token) view returns (bool)',
  'function _swapFeeBasisPoints(address token) view returns (uint16)',
  'function putToken(address token, bool isTaken, uint16 swapFeeBps)',
  'function registerERC20Fulfillment(uint256 serviceID, FulfillmentResult result)',
  'function releaseTo(uint256 serviceID, address token)',
  'function upgradeTo(address implementation)',
  'event ERC20ServiceRequested(uint256 serviceID, ServiceRequest request)',
  'event ERC20DepositReceived(EscrowRecord record)',
  'event ERC20RefundAuthorized(address indexed payee, uint256 weiAmount)',
  'event ERC20FulfillmentRegistered(uint256 indexed serviceID, FulfillmentResult result)',
  'error PayerMismatch(address expected, address given)',
  'error InvalidRef()',
  'error UnsupportedToken(address token)',
  'error InsufficientAmount()',
  'error InvalidFiatAmount()',
  'error EnforcedPause()',
  'error RefundsTooBig()',
  'error NoRefunds(address refundee)',
  'error OnlyBy(address allowed)',
  'error NotPending(uint256 id)',
])

/** The withdrawal event of generation 1, which does not name the record. */
export const withdrawnV1 = parseAbi([
  'event ERC20RefundWithdrawn(address token, address indexed payee, uint256 weiAmount)',
])
/** The withdrawal event of generation 1.1, which names the record. */
export const withdrawnV1_1 = parseAbi([
  'event ERC20RefundWithdrawn(address indexed token, address indexed payee, uint256 weiAmount, uint256 recordId)',
])
