import { rule, screen, type Usages } from '../usage.ts'

const create = 'service/operations/create-quote.ts'
const guard = 'chain/guard/payment-guard.ts'

/** The usages of the words of quotes. */
export const quoteUsages: Usages = {
  'QuoteRequest.fiatCurrency': rule(create, 'is the currency of the product’s price'),
  'QuoteRequest.digitalAsset': rule(create, 'is the chosen coin, by symbol or address'),
  'QuoteRequest.sku': rule(create, 'is the chosen product'),
  'QuoteRequest.chainId': rule(create, 'is the chosen network'),
  'QuoteRequest.integrator': rule(create, 'is the profile’s integrator name'),
  'QuoteRequest.sender': rule(create, 'is the paying address, sent only with a quote to pay'),
  'Quote.id': rule('service/operations/quote-id.ts', 'goes into the registration; no id is paid twice', 'readQuoteId'),
  'Quote.fiatCurrency': rule('purchases/quote/check-quote.ts', 'must be the currency of the chosen price'),
  'Quote.fiatAmount': rule('purchases/quote/check-quote.ts', 'must be the chosen price'),
  'Quote.digitalAsset': rule('purchases/quote/check-quote.ts', 'must be the chosen coin'),
  'Quote.digitalAssetAmount': rule('purchases/quote/judge-parts.ts', 'must add up to the total with the fee'),
  'Quote.totalAmount': screen('modules/checkout/CheckoutReceipt.vue', 'is what is paid'),
  'Quote.feeAmount': screen('modules/checkout/CheckoutReceipt.vue', 'is the service’s fee'),
  'Quote.sku': rule('purchases/quote/check-quote.ts', 'must be the chosen product'),
  'Quote.transactionRequest': rule(
    'service/operations/transaction-request.ts',
    'is the payment that is judged and signed',
    'TransactionRequest',
  ),
  'Quote.transactionRequest.chainId': rule(guard, 'must be the chosen network'),
  'Quote.transactionRequest.type': rule(guard, 'must be a type that Till signs'),
  'Quote.transactionRequest.to': rule(guard, 'must be the coin, or a contract that the network names'),
  'Quote.transactionRequest.data': rule(guard, 'must be a payment of exactly the total'),
  'Quote.transactionRequest.value': rule(guard, 'must be zero, or the total in the native coin'),
  'Quote.transactionRequest.gas': rule(guard, 'must not exceed the ceiling'),
  'Quote.transactionRequest.gasLimit': rule(guard, 'must not contradict `gas`'),
  'Quote.transactionRequest.maxFeePerGas': rule(guard, 'must not exceed the ceiling'),
  'Quote.transactionRequest.maxPriorityFeePerGas': rule(guard, 'must not exceed `maxFeePerGas`'),
  'AlternateQuoteRequest.sku': rule(create, 'is the chosen product'),
  'AlternateQuoteRequest.fiat_currency': rule(create, 'is the currency of the product’s price'),
  'AlternateQuoteRequest.digital_asset': rule(create, 'is the chosen coin'),
  'AlternateQuoteRequest.chain_id': rule(create, 'is the chosen network'),
  'AlternateQuote.error': rule(create, 'refuses the quote unless it is empty'),
  'AlternateQuote.message': screen('app/messages/error-message.ts', 'is shown when a quote is refused'),
  'AlternateQuote.data': rule(create, 'holds the price'),
  'AlternateQuote.data.fiat_currency': rule(create, 'is `fiatCurrency` of a quote'),
  'AlternateQuote.data.fiat_amount': rule(create, 'is `fiatAmount` of a quote'),
  'AlternateQuote.data.digital_asset': rule(create, 'is `digitalAsset` of a quote'),
  'AlternateQuote.data.digital_asset_amount': rule(create, 'is `digitalAssetAmount` of a quote'),
  'AlternateQuote.data.total_amount': rule(create, 'is `totalAmount` of a quote'),
  'AlternateQuote.data.sku': rule(create, 'is `sku` of a quote'),
}
