import { expect, test } from 'vitest'
import { requests, type RequestName } from '../../shared/contract.ts'
import type { ShopHead } from '../../shared/receipts/slip-views.ts'
import { scriptedAddress } from './app.ts'
import { createScriptedBridge } from './bridge.ts'
import { scriptedDraft } from './drafts.ts'
import { scriptedNetworks } from './networks.ts'
import { scriptedPurchase, scriptedPurchases } from './purchases.ts'
import { scriptedTillPurchases, scriptedTills } from './registers.ts'
import { scriptedPrices, scriptedSale, scriptedShift, scriptedShop } from './sales.ts'
import { scriptedClaim, scriptedClaimable, scriptedRecipients, scriptedTransfer } from './steps.ts'

const id = scriptedPurchases[0]!.id
const account = { address: scriptedAddress }
const browse = { text: 'lumo' }
const draftId = scriptedDraft(1).id
const delivery = { sku: 'lumo_MX_200-I', reference: '5512345678', fields: {} }
const recipient = scriptedRecipients[0]!
const transfer = scriptedTransfer(1)
const failed = scriptedPurchase(4, 'failed', 0)
const claim = scriptedClaim(failed.id)
const sending = { to: recipient.address, networkKey: scriptedNetworks[0]!.key, token: null, amount: '5' }
const till = { address: scriptedTills().tills[0]!.address }
const clerk = { id, name: 'Ana', colour: 'teal', lockedOut: false, pin: '4711' } as const
const inputs: Partial<Record<RequestName, unknown>> = {
  'settings.set': { theme: 'dark' },
  'profile.test': 'sandbox',
  'profile.check': { name: 'Shop', baseUrl: 'https://shop.example', integrator: 'corner' },
  'profile.save': 'sandbox',
  'limits.set': { limits: { perPurchase: '50', perDay: null, perRecipient: null }, password: 'correct horse' },
  'app.renew': { path: '/shop' },
  'vault.expectPassword': undefined,
  'vault.draft': {},
  'backupFile.choose': { password: 'correct horse', folder: '/media/you/STICK' },
  'backupFile.stop': { password: 'correct horse' },
  'backupFile.open': { file: '/media/you/a.tillbackup' },
  'backupFile.restore': { password: 'correct horse' },
  'accounts.use': account,
  'accounts.rename': { ...account, name: 'Till', colour: 'rose' },
  'accounts.import': { source: { key: '1'.repeat(64) } },
  'accounts.watch': account,
  'accounts.remove': { ...account, password: 'correct horse' },
  'accounts.revealKey': { ...account, password: 'correct horse' },
  'accounts.exportKeystore': { ...account, password: 'correct horse', next: 'y' },
  'vault.create': { password: 'x', answers: ['hazard', 'pencil', 'fiber'] },
  'vault.restore': { words: 'orbit', password: 'x' },
  'vault.unlock': { password: 'correct horse' },
  'vault.changePassword': { password: 'correct horse', next: 'y' },
  'vault.erase': { password: 'correct horse', typed: 'beef', proof: 'backup' },
  'vault.reveal': { password: 'correct horse' },
  'vault.strength': { password: 'abc' },
  'catalog.browse': browse,
  'catalog.search': browse,
  'catalog.facets': browse,
  'catalog.changes': {},
  'catalog.brand': { slug: 'lumo' },
  'catalog.variant': { sku: 'lumo_MX_200-I' },
  'phone.find': { text: '55 1234 5678', near: 'MX' },
  'wallet.balances': {},
  'checkout.check': delivery,
  'checkout.underWay': delivery,
  'checkout.quote': { ...delivery, networkKey: 'harbor', tokenKey: 'usdc' },
  'checkout.confirm': {
    purchaseId: id,
    quoteKey: id,
    totalAmount: '1',
    recipient: '0x',
    acceptTerms: true,
    acceptCoin: false,
    acceptNewRecipient: false,
    acceptNotSimulated: false,
  },
  'favourites.set': { kind: 'product', key: 'lumo_MX_200-I', starred: true },
  'drafts.get': { id: draftId },
  'drafts.keep': { ...delivery, way: null },
  'drafts.remove': { id: draftId },
  'purchases.list': {},
  'purchases.get': { id },
  'purchases.retry': { id },
  'purchases.reportPayment': { id },
  'purchases.waiveRefund': { id },
  'purchases.answerRefund': { id, hash: `0x${'1'.repeat(64)}`, place: 0, word: 'all' },
  'purchases.offerFee': { id, action: 'cancel' },
  'purchases.correctRegistration': { id, delivery: { reference: '5512345678', fields: {} } },
  'purchases.settleAttention': { id, reason: 'payment-dropped' },
  'purchases.proof': { id },
  'purchases.saveProof': { id },
  'purchases.confirmFee': { id, offerKey: id },
  'allowances.list': {},
  'allowances.offerRevoke': { id: 'one' },
  'allowances.confirmRevoke': { offerKey: id },
  'allowances.offerFee': { id, action: 'cancel' },
  'allowances.confirmFee': { id, offerKey: id },
  'claims.find': { purchaseId: failed.id },
  'claims.offer': { purchaseId: failed.id },
  'claims.confirm': { offerKey: id },
  'claims.offerFee': { id: claim.id, action: 'cancel' },
  'claims.confirmFee': { id: claim.id, offerKey: id },
  'history.acknowledge': { hash: `0x${'1'.repeat(64)}` },
  'networks.nodes': { fresh: true },
  'history.acknowledgeUnseen': { chainInstance: `7:0x${'1'.repeat(64)}`, address: account.address, below: 9 },
  'history.saveProof': { hash: `0x${'1'.repeat(64)}` },
  'transfers.check': sending,
  'transfers.offer': sending,
  'transfers.confirm': { offerKey: id, typed: null, acceptCoin: false, acceptNotSimulated: false },
  'transfers.list': {},
  'transfers.get': { id: transfer.id },
  'transfers.offerFee': { id: transfer.id, action: 'speed-up' },
  'transfers.confirmFee': { id: transfer.id, offerKey: id },
  'recipients.add': { name: 'Luz', address: account.address },
  'recipients.rename': { id: recipient.id, name: 'Anita' },
  'recipients.remove': { id: recipient.id },
  'kiosk.begin': { password: 'correct horse' },
  'kiosk.end': { password: 'correct horse' },
  'kiosk.sit': { clerk: clerk.id, pin: clerk.pin },
  'kiosk.manage': { password: 'correct horse' },
  'clerks.add': { name: 'Ben', colour: 'rose', pin: '0815' },
  'clerks.change': { id: clerk.id, name: 'Anita', colour: 'rose' },
  'clerks.setPin': { id: clerk.id, pin: '2709' },
  'clerks.remove': { id: clerk.id },
  'counter.set': { pages: [{ name: 'Top-ups', products: ['lumo_MX_200-I'] }] },
  'prices.set': scriptedPrices,
  'shift.open': { float: '100' },
  'shift.move': { direction: 'out', amount: '10', reason: 'Bank' },
  'shift.report': {},
  'shift.print': { number: 12 },
  'shift.close': { counted: '1868.5' },
  'shift.list': {},
  'shift.export': { of: { shift: 12 }, format: 'csv' },
  'sales.offer': { purchaseId: id },
  'sales.confirm': {
    ...{ purchaseId: id, quoteKey: id, totalAmount: '1', recipient: '0x', acceptTerms: true, acceptCoin: false },
    ...{ acceptNewRecipient: false, acceptNotSimulated: false, price: '189.5', given: '200', acceptSame: false },
  },
  'sales.slip': { purchaseId: scriptedSale(1).purchaseId },
  'sales.print': { purchaseId: scriptedSale(1).purchaseId },
  'sales.giveBack': { purchaseId: scriptedSale(1).purchaseId },
  'sales.list': {},
  'sales.export': { of: { first: '2026-11-01', last: '2026-11-30' }, format: 'json' },
  'sales.report': { period: '2026-11-22' },
  'shop.set': scriptedShop,
  'tills.add': { name: 'Norte', address: account.address },
  'tills.rename': { ...till, name: 'Norte' },
  'tills.remove': till,
  'tills.look': { address: null, how: 'newest' },
  'tills.purchases': till,
  'tills.export': { ...till, format: 'csv' },
  'link.open': { purchaseId: id, step: 0 },
}

const shop: ShopHead = { ...scriptedShop, printer: { host: '192.168.1.50', port: 9100 } }

test.each(Object.keys(requests))('what is scripted for %s fits the contract', async (name) => {
  const { bridge } = createScriptedBridge({
    ...{
      claimables: [scriptedClaimable(failed.id, { claim })],
      drafts: [scriptedDraft(1)],
      transfers: [transfer],
      clerks: [{ ...clerk }],
    },
    ...{ prices: scriptedPrices, shifts: [scriptedShift()], sales: [scriptedSale(1, { owed: true })] },
    ...{ shop, tills: scriptedTills(), tillPurchases: scriptedTillPurchases() },
  })
  // What is agreed to was offered before.
  if (name === 'transfers.confirm') await bridge.request('transfers.offer', sending)
  if (name === 'claims.confirm') await bridge.request('claims.offer', { purchaseId: failed.id })
  // The bridge throws where an input or an output does not parse.
  expect(await bridge.request(name, inputs[name as RequestName])).toMatchObject({ ok: true })
})
