import { AppError, toAppError } from '../../src/shared/errors.ts'
import { subtractDecimals } from '../../src/shared/money.ts'
import { isAtLeast } from '../../src/shared/kiosk/roles.ts'
import {
  events,
  requests,
  type Reply,
  type RequestArgument,
  type RequestName,
  type RequestOutput,
  type TillBridge,
} from '../../src/shared/contract.ts'
import { createScriptedKept } from './scripted-kept.ts'
import { balancesFor } from '../../src/main/ipc/hide-coins.ts'
import { createTeller } from '../../src/main/ipc/teller.ts'
import { findPhone } from '../../src/main/catalog/search/find-phone.ts'
import { createScriptedAccounts } from './scripted-accounts.ts'
import { createScriptedKiosk } from './scripted-kiosk.ts'
import { createScriptedCounter } from './scripted-counter.ts'
import { createScriptedSales } from './scripted-sales.ts'
import { createScriptedBackup } from './scripted-backup.ts'
import { createScriptedTills } from './scripted-tills.ts'
import { scriptedRevocation } from './scripted-allowances.ts'
import { attentionOf } from './scripted-attention.ts'
import { brandsOf, count, createLists, facetsOf } from './scripted-shop.ts'
import { scriptedApp, scriptedPurchase, scriptedWords } from './scripted-state.ts'
import { createScriptedClaims } from './scripted-claims.ts'
import { createScriptedTransfers } from './scripted-transfers.ts'
import { newScript, type Script } from './script.ts'

type App = RequestOutput<'app.get'>
type Purchase = RequestOutput<'purchases.get'>

type Handlers = { [N in RequestName]: (input: RequestArgument<N>) => RequestOutput<N> }

/** A bridge that plays a person's Till from memory; what it says is parsed with the contract's own schemas. */
export function createScriptedBridge(given: Partial<Script> = {}) {
  const script = newScript(given)
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  /** Every request that was made, in order. */
  const asked: { name: string; input: unknown }[] = []

  const emit = createTeller({
    role: () => script.app.kiosk.role,
    emit(name, payload) {
      const parsed: unknown = events[name].payload.parse(payload)
      listeners.get(name)?.forEach((listener) => listener(structuredClone(parsed)))
    },
  })
  function setApp(change: Partial<App>): App {
    script.app = { ...script.app, ...change }
    emit('app.changed', script.app)
    return script.app
  }
  const lists = createLists((sku) => script.purchases.filter((one) => one.sku === sku).length)
  const purchase = (id: string): Purchase => {
    const found = script.purchases.find((one) => one.id === id)
    if (!found) throw new AppError('not-found', 'No such purchase')
    return found
  }
  const variantOf = (sku: string) => {
    const found = script.variants.find((variant) => variant.sku === sku)
    if (!found) throw new AppError('not-found', 'No such product')
    return found
  }
  const bought = (draftId: string | null): Purchase => {
    if (script.app.locked) throw new AppError('locked', 'Locked')
    const draft = script.drafts.find(({ id }) => id === draftId)
    if (draftId !== null && draft?.purchaseId !== null)
      throw new AppError('not-allowed', 'Bought', { details: { reason: 'draft-bought' } })
    const made = scriptedPurchase(99, 'paying', 0)
    if (draft) Object.assign(draft, { purchaseId: made.id, recipient: null, reference: '', fields: {} })
    script.purchases = [made, ...script.purchases]
    return made
  }
  const password = (text: string): void => {
    if (text !== 'correct horse') throw new AppError('wrong-password', 'Wrong')
  }

  const handlers: Handlers = {
    'app.get': () => script.app,
    'app.active': () => undefined,
    'app.renew': () => undefined,
    'settings.set': (settings) => setApp({ settings: { ...script.app.settings, ...settings } }),
    'limits.get': () => script.limits,
    'limits.set': (input) => {
      password(input.password)
      return (script.limits = input.limits)
    },
    'profile.test': () => ({ networks: 3, requestsLeft: 82, nodes: script.addedNodes }),
    'profile.check': () => script.serviceCheck,
    'profile.save'(input) {
      if (input !== 'sandbox' && script.app.wallet !== null) password(input.password ?? '')
      return setApp({
        profile: {
          ...scriptedApp.profile!,
          ...(input === 'sandbox'
            ? {}
            : { id: 'own', name: input.name, baseUrl: input.baseUrl, integrator: input.integrator, playMoney: false }),
        },
      })
    },
    'profile.get': () =>
      requests['profile.get'].output.parse({ name: 'Sandbox', baseUrl: 'http://127.0.0.1:4010', integrator: 'till' }),
    'vault.expectPassword': () => undefined,
    'vault.draft': () => ({ words: scriptedWords, ask: [2, 6, 10] }),
    'vault.create': ({ answers }) => {
      if (answers.join() !== 'hazard,pencil,fiber') throw new AppError('backup-check-failed', 'Wrong words')
      return setApp({ wallet: scriptedApp.wallet, locked: false })
    },
    'vault.restore': (input) => {
      if (!input.words.startsWith('orbit')) {
        throw new AppError('bad-words', 'No', { details: { reason: 'unknown-word', position: 1 } })
      }
      return setApp({ wallet: scriptedApp.wallet, locked: false })
    },
    'vault.unlock': (input) => {
      password(input.password)
      return setApp({ locked: false })
    },
    'vault.erase'(input) {
      password(input.password)
      setApp({ wallet: null, profile: null, locked: true })
    },
    'vault.usePrevious': () => undefined,
    'vault.setAside': () => undefined,
    'vault.lock': () => setApp({ locked: true }),
    'vault.changePassword': (input) => password(input.password),
    'vault.reveal': (input) => {
      password(input.password)
      return { words: scriptedWords, passphrase: script.passphrase }
    },
    ...createScriptedAccounts(script, (wallet) => setApp({ wallet }), password),
    ...createScriptedKiosk(script, password, setApp),
    ...createScriptedCounter(script, variantOf),
    ...createScriptedSales(script, password, () => bought(null)),
    ...createScriptedTills(script),
    ...createScriptedBackup(script, password, () =>
      setApp({ wallet: scriptedApp.wallet, profile: scriptedApp.profile, locked: false }),
    ),
    'vault.strength': (input) => ({ score: Math.min(4, Math.floor(input.password.length / 5)) }),
    'catalog.status': () => script.status,
    'catalog.refresh': () => (script.status = { ...script.status, refreshedAt: new Date().toISOString() }),
    'catalog.browse': (input) => lists.browse(script.variants, input),
    'catalog.search': (input) => lists.search(script.variants, input),
    'catalog.facets': (input) => facetsOf(script.variants, input),
    ...createScriptedKept(script, { brandsOf, variantOf, isLocked: () => script.app.locked }),
    'catalog.brand': ({ slug, prefer }) => {
      const all = script.variants.filter(({ brandSlug }) => brandSlug === slug)
      const [brand] = brandsOf(all)
      if (!brand) throw new AppError('not-found', 'No such brand')
      const countries = count(all.flatMap(({ supportedCountries }) => supportedCountries))
      const isSold = (iso2: string): boolean => countries.some(({ value }) => value === iso2)
      const country = prefer.find(isSold) ?? countries[0]?.value ?? null
      const variants = all.filter(({ supportedCountries }) => country === null || supportedCountries.includes(country))
      return { brand, countries, country, variants }
    },
    'catalog.variant': ({ sku }) => variantOf(sku),
    'phone.find': ({ text, near }) => findPhone(text, near),
    'countries.list': () => script.countries,
    'networks.list': () => script.networks,
    'wallet.balances': () => balancesFor(script.app.kiosk.role, script.balances),
    'wallet.faucet': () => script.balances,
    'checkout.check': ({ sku, reference, fields }) => {
      const variant = variantOf(sku)
      const problems: RequestOutput<'checkout.check'>['problems'] = []
      const digits = reference.replace(/\D/g, '').replace(/^52/, '')
      const isPhone = variant.reference?.kind === 'phone'
      if (reference === '') problems.push({ field: null, problem: 'missing', country: null })
      else if (isPhone && digits.length < 10) problems.push({ field: null, problem: 'too-short', country: 'MX' })
      else if (isPhone && digits.length > 10) problems.push({ field: null, problem: 'too-long', country: 'MX' })
      else if (!isPhone && !reference.includes('@'))
        problems.push({ field: null, problem: 'not-an-email', country: null })
      for (const field of variant.requiredFields) {
        if (field.required && !fields[field.name])
          problems.push({ field: field.name, problem: 'missing', country: null })
      }
      const valid = !problems.some(({ field }) => field === null)
      return { reference: valid ? (isPhone ? `+52${digits}` : reference) : null, problems }
    },
    'checkout.quote': (input) => {
      const { price, sku } = variantOf(input.sku)
      const total = (Number(price.stableCoinValue) + 0.21).toFixed(2)
      return {
        purchaseId: input.purchaseId ?? '0b6c1f5e-6a53-4c0f-9a10-0000000000aa',
        quoteKey: '0b6c1f5e-6a53-4c0f-9a10-0000000000bb',
        sku,
        fiatCurrency: price.fiatCurrency,
        fiatAmount: price.fiatValue,
        asset: 'USDC',
        assetAmount: price.stableCoinValue,
        feeAmount: '0.21',
        totalAmount: total,
        networkKey: input.networkKey,
        tokenKey: input.tokenKey,
        quotedAt: new Date().toISOString(),
        expiresAt: new Date(Date.now() + 60_000).toISOString(),
        payment: {
          shape: 'transfer',
          recipient: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
          recipientIs: 'known',
          token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
          amount: total,
          steps: ['pay'],
          networkFeeAtMost: '0.000104578125378',
          simulated: true,
          balanceChanges: [{ symbol: 'USDC', change: `-${total}` }],
          ignoredFields: [],
        },
        termsAccepted: false,
        problems: [],
        ...script.quote,
      }
    },
    'checkout.underWay': ({ sku, reference }) =>
      script.purchases.filter(
        (one) =>
          one.sku === sku && one.reference === reference && ['paying', 'on-its-way', 'needs-you'].includes(one.status),
      ),
    'checkout.lastWay': () => script.purchases[0] ?? null,
    'checkout.confirm': ({ draftId }) => bought(draftId),
    'purchases.list': ({ text, status, offset, limit }) => {
      const found = script.purchases.filter(
        (one) =>
          (status === null || one.status === status) &&
          `${one.brandName} ${one.reference}`.toLowerCase().includes(text.toLowerCase()),
      )
      return { purchases: found.slice(offset, offset + limit), total: found.length }
    },
    'purchases.get': ({ id }) => purchase(id),
    'purchases.retry': ({ id }) => purchase(id),
    'purchases.offerFee': ({ action }) => ({
      offerKey: '00000000-0000-4000-8000-00000000000f',
      action,
      networkFeeAtMost: action === 'cancel' ? '0.000083156250756' : '0.000239402501134',
      nativeSymbol: 'ETH',
      passedCap: script.passedCap,
    }),
    'purchases.confirmFee': ({ id, feePassword }) => {
      if (script.passedCap !== null) password(feePassword ?? '')
      return Object.assign(purchase(id), {
        feeActions: ['cancel'],
        feeChange: { action: 'cancel', at: new Date().toISOString() },
      })
    },
    'allowances.list': () => script.allowances,
    'allowances.offerRevoke': () => ({
      offerKey: '00000000-0000-4000-8000-00000000000e',
      networkFeeAtMost: '0.000060578125378',
      nativeSymbol: 'ETH',
      passedCap: script.passedCap,
      simulated: true,
      ...script.revocation,
    }),
    'allowances.confirmRevoke': ({ feePassword }) => {
      if (script.passedCap !== null) password(feePassword ?? '')
      if (script.app.locked) throw new AppError('locked', 'Locked')
      const revoking = scriptedRevocation(1, { createdAt: new Date().toISOString() })
      script.allowances = script.allowances.map((network) => ({
        ...network,
        allowances: network.allowances.map((one) => ({ ...one, revoking: one.revoking ?? revoking })),
      }))
      return script.allowances
    },
    'allowances.offerFee': ({ action }) => ({
      offerKey: '00000000-0000-4000-8000-00000000000f',
      action,
      networkFeeAtMost: '0.000068150890551',
      nativeSymbol: 'ETH',
      passedCap: script.passedCap,
    }),
    'allowances.confirmFee': ({ id, feePassword }) => {
      if (script.passedCap !== null) password(feePassword ?? '')
      if (script.app.locked) throw new AppError('locked', 'Locked')
      const feeChange = { action: 'cancel', at: new Date().toISOString() } as const
      const after = { isOverdue: false, feeActions: ['cancel' as const], feeChange }
      script.allowances = script.allowances.map((network) => ({
        ...network,
        allowances: network.allowances.map((one) =>
          one.revoking?.id === id ? { ...one, revoking: { ...one.revoking, ...after } } : one,
        ),
      }))
      return script.allowances
    },
    ...createScriptedClaims(script, (claim) => emit('claim.changed', claim)),
    ...createScriptedTransfers(script, (transfer) => emit('transfer.changed', transfer)),
    'networks.nodes': () => script.nodes,
    'history.elsewhere': () => script.elsewhere,
    'history.acknowledge'({ hash }) {
      if (script.app.locked) throw new AppError('locked', 'Locked')
      script.foreignPayments = script.foreignPayments.filter((one) => one.hash !== hash)
      return attentionOf(script)
    },
    'history.acknowledgeUnseen'({ chainInstance, address }) {
      if (script.app.locked) throw new AppError('locked', 'Locked')
      script.unseen = script.unseen.filter((one) => one.chainInstance !== chainInstance || one.address !== address)
      return attentionOf(script)
    },
    'history.saveProof': () => ({ path: '/home/ana/.local/share/till/downloads/till-payment-b1946ac9.json' }),
    'backup.get': () => script.backup,
    ...{ 'ledger.check': () => undefined, 'ledger.restore': () => undefined, 'ledger.startEmpty': () => undefined },
    'backup.make'() {
      script.backup = { ...script.backup, newestAt: new Date().toISOString(), failed: false }
      return script.backup
    },
    'purchases.reportPayment': ({ id }) => ({
      ...purchase(id),
      attention: null,
      status: 'on-its-way',
      paidByWord: true,
    }),
    'purchases.waiveRefund': ({ id }) => {
      const waived = purchase(id)
      waived.refund.state = 'waived'
      waived.ended = true
      return waived
    },
    'purchases.answerRefund': ({ id, hash, word }) => {
      if (script.app.locked) throw new AppError('locked', 'Locked')
      const answered = purchase(id)
      const { possible } = answered.refund
      const isAll = word === 'all'
      Object.assign(answered, { attention: null, status: isAll ? 'refunded' : 'failed', ended: isAll })
      answered.refund.possible = null
      if (word === 'no' || !possible) return answered
      const { amount, from } = possible
      const parts = [{ hash, amount, from, evidence: 'person' as const }]
      const missing = isAll ? '0' : subtractDecimals(answered.totalAmount, amount)
      Object.assign(answered.refund, { state: isAll ? 'seen' : 'none', amount, missing, parts })
      return answered
    },
    'purchases.correctRegistration': ({ id, delivery }) => {
      const corrected = purchase(id)
      Object.assign(corrected, {
        attention: null,
        status: 'on-its-way',
        ...(delivery && { reference: delivery.reference }),
      })
      corrected.registration.state = 'prepared'
      return corrected
    },
    'purchases.settleAttention': ({ id }) => Object.assign(purchase(id), { attention: null, status: 'on-its-way' }),
    'purchases.proof': ({ id }) => ({ text: JSON.stringify({ purchase: { id } }) }),
    'purchases.saveProof': () => ({ path: '/home/ana/.local/share/till/downloads/till-proof-0b6c1f5e.json' }),
    'attention.list': () => attentionOf(script),
    'receipt.print': () => undefined,
    'budget.get': () => script.budget,
    'connection.get': () => script.connection,
    'link.open': () => undefined,
  }

  async function answer<N extends RequestName>(name: N, input: unknown): Promise<RequestOutput<N>> {
    const fails = script.fails[name]
    if (fails) throw new AppError(fails.code, 'Scripted', fails.details ? { details: fails.details } : {})
    if (!isAtLeast(script.app.kiosk.role, requests[name].permission))
      throw new AppError('not-allowed', 'No', { details: { reason: 'role' } })
    const parsed = requests[name].input.parse(input) as RequestArgument<N>
    const handler: (input: RequestArgument<N>) => RequestOutput<N> = handlers[name]
    return requests[name].output.parse(handler(parsed)) as RequestOutput<N>
  }

  const bridge: TillBridge = {
    async request(name, input): Promise<Reply> {
      asked.push({ name, input })
      if (!Object.hasOwn(requests, name)) return { ok: false, error: { code: 'not-found', message: name } }
      const known = name as RequestName
      if (script.hangs.has(known)) return new Promise(() => undefined)
      try {
        return { ok: true, value: structuredClone(await answer(known, input)) }
      } catch (thrown) {
        if (!(thrown instanceof AppError)) throw thrown
        const { code, message, details } = toAppError(thrown)
        return { ok: false, error: details ? { code, message, details } : { code, message } }
      }
    },
    on(name, listener) {
      const own = listeners.get(name) ?? new Set()
      listeners.set(name, own.add(listener))
      return () => own.delete(listener)
    },
  }
  return { bridge, script, asked, emit, setApp }
}

export type ScriptedBridge = ReturnType<typeof createScriptedBridge>
