import { rule, screen, unused, type Usage, type Usages } from '../usage.ts'

const success = (): Usage => rule('service/answer/answer.ts', 'is an answer to read', 'isSuccess')
const empty = (file: string, what: string): Usage => rule(file, what, '404')

const quoted = unused(
  'A code of the sandbox; the interface names none. Till acts on the status and shows the code in a purchase’s details.',
)

/** The usages of statuses, headers and errors. */
export const answerUsages: Usages = {
  'security.bearer': rule('service/exchange/exchange.ts', 'is the profile’s token', 'Bearer'),
  'listProducts.status.200': success(),
  'listProducts.status.304': rule('service/operations/download-products.ts', 'leaves the catalog unchanged', '304'),
  'listNetworks.status.200': success(),
  'listTokens.status.200': success(),
  'listTokens.status.404': rule('catalog/metadata/read-metadata.ts', 'is a network without tokens', 'service-rejected'),
  'listCountries.status.200': success(),
  'createQuote.status.201': success(),
  'createAlternateQuote.status.200': success(),
  'getWallet.status.200': success(),
  'getWallet.status.404': empty('service/operations/get-wallet.ts', 'is a new wallet'),
  'registerTransaction.status.201': success(),
  'registerTransaction.status.409': rule(
    'service/answer/recognise-outcome.ts',
    'is recognised by its message, since no status is documented',
    'duplicate',
  ),
  'registerTransaction.status.422': rule(
    'service/answer/recognise-outcome.ts',
    'is recognised by its message, since no status is documented',
    'retrySpend',
  ),
  'listTransactions.status.200': success(),
  'listTransactions.status.404': empty('service/operations/list-transactions.ts', 'is an empty list'),
  'getTransaction.status.200': success(),
  'getTransaction.status.404': empty('service/operations/get-transaction.ts', 'is an unknown transaction'),
  'status.400': rule('service/answer/status-error.ts', 'refuses the request', 'service-rejected'),
  'status.401': rule('service/exchange/access-breaker.ts', 'stops the token until it is edited', 'unauthorized'),
  'status.403': rule('service/exchange/access-breaker.ts', 'stops requests for a time that doubles', 'forbidden'),
  'status.429': rule('service/exchange/exchange.ts', 'makes Till wait', '429'),
  'status.500': rule('service/answer/status-error.ts', 'is a failure of the service; Till retries', '500'),
  'answer.Retry-After': rule('service/exchange/rate-headers.ts', 'says how long to wait', 'readRetryAfter'),
  'answer.X-RateLimit-Limit': rule(
    'service/exchange/rate-headers.ts',
    'corrects the hourly limit',
    'x-ratelimit-limit',
  ),
  'answer.X-RateLimit-Remaining': rule(
    'service/exchange/rate-headers.ts',
    'corrects the number of requests left',
    'x-ratelimit-remaining',
  ),
  'Error.errorCode': screen('modules/purchases/purchase/PurchaseDetails.vue', 'is shown under details', 'lastCode'),
  'Error.fields': screen(
    'modules/purchases/purchase/CorrectDialog.vue',
    'are shown beside the form’s fields',
    'problemOfField',
  ),
  'Error.message': screen('app/messages/error-message.ts', 'is quoted: “The service says: …”'),
  ...Object.fromEntries(
    [
      'CHAIN_UNAVAILABLE',
      'INTERNAL_ERROR',
      'INVALID_BODY',
      'INVALID_FIELDS',
      'INVALID_PARAMETERS',
      'INVALID_TOKEN',
      'NOT_FOUND',
      'PAYMENT_NOT_CONFIRMED',
      'PAYMENT_NOT_FOUND',
      'QUOTE_NOT_FOUND',
      'RATE_LIMIT_EXCEEDED',
      'TEMPORARILY_BLOCKED',
      'TERMS_NOT_ACCEPTED',
      'TRANSACTIONS_NOT_FOUND',
      'TRANSACTION_NOT_FOUND',
      'WALLET_NOT_FOUND',
      'WRONG_AMOUNT',
      'WRONG_QUOTE',
      'WRONG_RECIPIENT',
      'WRONG_SENDER',
      'WRONG_TOKEN',
    ].map((code) => [`Error.errorCode=${code}`, quoted]),
  ),
  'Error.errorCode=INSUFFICIENT_BALANCE': screen(
    'modules/checkout/review/ReviewPart.vue',
    'is shown beside the balance that Till reads',
    "'balance'",
  ),
  'Error.errorCode=PRODUCT_NOT_FOUND': screen(
    'locales/en/start.json',
    'shows the message: the product is not on sale',
    'service-rejected-product',
  ),
  'Error.errorCode=TOKEN_NOT_SUPPORTED': screen(
    'locales/en/start.json',
    'shows the message: pay with another coin',
    'service-rejected-coin',
  ),
  'Error.errorCode=NETWORK_NOT_SUPPORTED': screen(
    'locales/en/start.json',
    'shows the message: pay on another network',
    'service-rejected-network',
  ),
  'Error.errorCode=NETWORK_NOT_FOUND': screen(
    'locales/en/start.json',
    'shows the message: pay on another network',
    'service-rejected-network',
  ),
  'Error.errorCode=DUPLICATE_REQUEST': rule(
    'service/answer/recognise-outcome.ts',
    'makes Till check the list',
    'duplicate',
  ),
  'Error.errorCode=PAYMENT_ALREADY_REGISTERED': rule(
    'service/answer/recognise-outcome.ts',
    'makes Till check the list',
    'registered',
  ),
  'Error.errorCode=QUOTE_ALREADY_USED': rule(
    'service/answer/recognise-outcome.ts',
    'makes Till check the list',
    'used',
  ),
  'Error.errorCode=RETRY_SPEND': rule(
    'service/answer/recognise-outcome.ts',
    'asks the chain about the payment',
    'retrySpend',
  ),
}
