import { rule, screen, unused, type Usage, type Usages } from '../usage.ts'

const body = 'service/operations/spend-body.ts'
const register = 'service/operations/register-spend.ts'
const list = 'service/operations/list-transactions.ts'
const ownRecord = 'is shown under details as the service wrote it'

/** Creates the usage of a field that a purchase's details list under “What the service has on record”; `as` is its name there. */
const recorded = (as: string): Usage => rule('purchases/register/recorded-fields.ts', ownRecord, as)
const mayBeUnset = (): Usage => rule('service/operations/spend-transaction.ts', 'means “no value”')

/** The usages of the words of wallets, registrations and spend transactions. */
export const walletUsages: Usages = {
  'getWallet.path.address': rule('service/operations/get-wallet.ts', 'is the paying address'),
  'getWallet.query.integrator': rule('service/operations/get-wallet.ts', 'is the profile’s integrator name'),
  'WalletState.wallet': rule('service/operations/get-wallet.ts', 'holds the state'),
  'WalletState.wallet.walletAddress': rule('service/operations/get-wallet.ts', 'must be the requested wallet'),
  'WalletState.wallet.hasAcceptedTerms': rule(
    'purchases/confirm/accept-terms.ts',
    'shows whether to ask about the terms',
  ),
  'registerTransaction.path.address': rule(register, 'is the paying address'),
  'registerTransaction.query.integrator': rule(register, 'is the profile’s integrator name'),
  'registerTransaction.header.idempotency-key': rule(
    register,
    'is the stored key of the registration',
    'Idempotency-Key',
  ),
  'RegistrationRequest.reference': rule(body, 'is the typed recipient'),
  'RegistrationRequest.requiredFields': rule(body, 'carry the other typed fields'),
  'RegistrationRequest.requiredFields.key': rule(body, 'is the name of a field'),
  'RegistrationRequest.requiredFields.value': rule(body, 'is the typed value'),
  'RegistrationRequest.transactionIntent': rule(body, 'describes what was bought'),
  'RegistrationRequest.transactionIntent.sku': rule(body, 'is the product'),
  'RegistrationRequest.transactionIntent.quantity': rule(body, 'is always 1'),
  'RegistrationRequest.transactionIntent.amount': rule(body, 'is the amount of the payment'),
  'RegistrationRequest.transactionIntent.chain': rule(body, 'is the network, by key or chain id'),
  'RegistrationRequest.transactionIntent.token': rule(body, 'is the address of the coin'),
  'RegistrationRequest.transactionIntent.wallet': rule(body, 'is the paying address'),
  'RegistrationRequest.transactionIntent.integrator': rule(body, 'is the profile’s integrator name'),
  'RegistrationRequest.transactionIntent.hasAcceptedTerms': rule(body, 'is the consent to the terms'),
  'RegistrationRequest.transactionIntent.quoteId': rule(body, 'is the id of the paid quote'),
  'RegistrationRequest.transactionReceipt': rule(body, 'describes how it was paid'),
  'RegistrationRequest.transactionReceipt.hash': rule(body, 'is the payment that was mined'),
  'RegistrationRequest.transactionReceipt.virtualMachineType': rule(
    'purchases/register/prepare-registration.ts',
    'is always EVM',
  ),
  'getTransaction.path.address': rule('service/operations/get-transaction.ts', 'is the paying address'),
  'getTransaction.path.transactionId': rule(
    'service/operations/get-transaction.ts',
    'is the id that a registration got',
  ),
  'getTransaction.query.integrator': rule('service/operations/get-transaction.ts', 'is the profile’s integrator name'),
  'SpendTransaction.integrator': recorded('integrator'),
  'SpendTransaction.transactionId': screen('modules/purchases/purchase/PurchaseDetails.vue', 'is shown under details'),
  'SpendTransaction.status': screen(
    'modules/purchases/purchase/PurchaseDetails.vue',
    'is shown under details',
    'service.status',
  ),
  'SpendTransaction.status=PENDING': unused('Till treats every status except the final ones as a delivery on its way.'),
  'SpendTransaction.status=SUCCESS': { kind: 'rule', file: 'src/shared/purchases/state.ts', what: 'means delivered' },
  'SpendTransaction.status=FAILED': {
    kind: 'rule',
    file: 'src/shared/purchases/state.ts',
    what: 'means that a refund is owed',
  },
  'SpendTransaction.countryIsoAlpha2': recorded('country'),
  'SpendTransaction.productType': recorded('productType'),
  'SpendTransaction.productType=not_set': mayBeUnset(),
  'SpendTransaction.productSubType': recorded('productSubType'),
  'SpendTransaction.productSubType=not_set': mayBeUnset(),
  'SpendTransaction.sku': rule('purchases/register/commit-registered.ts', 'must be the bought product'),
  'SpendTransaction.sku=not_set': mayBeUnset(),
  'SpendTransaction.fiatUnitPrice': recorded('fiatUnitPrice'),
  'SpendTransaction.fiatCurrency': recorded('fiatCurrency'),
  'SpendTransaction.quantity': recorded('quantity'),
  'SpendTransaction.product': recorded('product'),
  'SpendTransaction.product.name': recorded('product.name'),
  'SpendTransaction.product.logoUrl': screen(
    'modules/purchases/purchase/PurchaseReceipt.vue',
    'is the picture of a receipt',
    'service.logo',
  ),
  'SpendTransaction.userWalletAddress': recorded('userWalletAddress'),
  'SpendTransaction.chainId': recorded('chainId'),
  'SpendTransaction.tokenUsed': recorded('tokenUsed'),
  'SpendTransaction.tokenAmountPaid': recorded('tokenAmountPaid'),
  'SpendTransaction.created': recorded('created'),
  'SpendTransaction.updated': recorded('updated'),
  'SpendTransaction.isDeleted': screen('modules/purchases/purchase/PurchaseDetails.vue', 'is shown under details'),
  'SpendTransaction.givenReference': rule('purchases/register/commit-registered.ts', 'must be the typed recipient'),
  'SpendTransaction.recordId': screen('modules/purchases/purchase/PurchaseDetails.vue', 'is shown under details'),
  'listTransactions.path.address': rule(list, 'is the paying address'),
  'listTransactions.query.integrator': rule(list, 'is the profile’s integrator name'),
  'listTransactions.query.chainId': unused(
    'Till reads the list of all networks, so that one read serves them all; `check-service` tries the filter.',
  ),
  'listTransactions.query.pageNumber': rule(list, 'is the page number', 'names.page'),
  'listTransactions.query.pageSize': rule(list, 'is the profile’s page size', 'names.size'),
  'TransactionList.totalItems': rule(
    'service/operations/read-all-transactions.ts',
    'must equal the number of rows read',
  ),
  'TransactionList.totalPages': rule(
    'service/operations/read-all-transactions.ts',
    'shows when the whole list was read',
  ),
  'TransactionList.currentPage': rule('service/operations/read-all-transactions.ts', 'must be the requested page'),
  'TransactionList.transactions': rule(list, 'holds the rows'),
  'TransactionListItem.id': rule('purchases/register/read-spends.ts', 'finds the purchase of a row', '({ id }) => id'),
  'TransactionListItem.status': rule(
    'purchases/register/resolve-registration.ts',
    'is the status of a purchase',
    'row.status',
  ),
  'TransactionListItem.status=PENDING': unused(
    'Till treats every status except the final ones as a delivery on its way.',
  ),
  'TransactionListItem.status=COMPLETED': {
    kind: 'rule',
    file: 'src/shared/purchases/state.ts',
    what: 'means delivered',
  },
  'TransactionListItem.status=FAILED': {
    kind: 'rule',
    file: 'src/shared/purchases/state.ts',
    what: 'means that a refund is owed',
  },
  'TransactionListItem.price': recorded('row.price'),
  'TransactionListItem.price.fiatCurrency': recorded('price.fiatCurrency'),
  'TransactionListItem.price.fiatValue': recorded('price.fiatValue'),
  'TransactionListItem.price.stableCoinCurrency': recorded('price.stableCoinCurrency'),
  'TransactionListItem.price.stableCoinValue': recorded('price.stableCoinValue'),
  'TransactionListItem.productType': recorded('row.productType'),
  'TransactionListItem.productSku': rule('purchases/register/resolve-registration.ts', 'must be the bought product'),
  'TransactionListItem.quantity': recorded('row.quantity'),
  'TransactionListItem.chainId': recorded('row.chainId'),
  'TransactionListItem.tokenUsed': recorded('row.tokenUsed'),
  'TransactionListItem.tokenAmountPaid': recorded('row.tokenAmountPaid'),
  'TransactionListItem.imageUrl': screen(
    'modules/purchases/purchase/PurchaseReceipt.vue',
    'is the picture of a receipt',
    'service.logo',
  ),
  'TransactionListItem.created': recorded('row.created'),
  'TransactionListItem.brandName': recorded('row.brandName'),
  'TransactionListItem.walletAddress': rule(
    'registers/parse-register-purchase.ts',
    'leaves out rows of another wallet',
  ),
  'TransactionListItem.blockchainTransactionHash': rule(
    'purchases/register/resolve-registration.ts',
    'finds a purchase’s payment',
  ),
  'TransactionListItem.serviceId': recorded('row.serviceId'),
  'TransactionListItem.recordId': rule(
    'purchases/register/resolve-registration.ts',
    'is stored, and shown under details',
  ),
}
