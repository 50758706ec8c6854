import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { CheckoutPage } from '../pages/checkout.ts'
import { goTo } from '../pages/goto.ts'
import { buy, topUp, untilStatus } from '../support/buy.ts'
import { makeReady } from '../support/ready-till.ts'
import { startProxy, type ServiceProxy } from '../support/start-proxy.ts'
import { ask, expect, password, test as base } from '../support/test.ts'

/** `between` is a proxy in front of the sandbox's service; the profile `service` uses it. */
const test = base.extend<{
  serviceProxy: ServiceProxy
  service: { baseUrl: string; integrator: string; name: string }
}>({
  serviceProxy: async ({ sandbox }, use) => {
    const serviceProxy = await startProxy(sandbox.baseUrl)
    await use(serviceProxy)
    await serviceProxy.stop()
  },
  service: async ({ sandbox, serviceProxy }, use) => {
    const baseUrl = sandbox.baseUrl.replace(new URL(sandbox.baseUrl).origin, serviceProxy.origin)
    await use({ ...sandbox.profile, baseUrl })
  },
})

async function seePrice(page: Page, coin: string): Promise<CheckoutPage> {
  const checkout = new CheckoutPage(page)
  await goTo(page, '/shop')
  await goTo(page, `/checkout/${topUp.sku}`)
  await checkout.fill('Phone number', '55 1234 5678')
  await checkout.payWith(coin)
  await checkout.seePrice()
  return checkout
}

test('an offer and a node’s answers are compared with what is known, and each difference is shown', async ({
  launch,
  control,
  sandbox,
}) => {
  const node = await startProxy(await control.rpcUrl('harbour'))
  const rpcUrls = { ...sandbox.profile.rpcUrls, '913370101': [node.origin] }
  const { page } = await makeReady(await launch(), { ...sandbox.profile, rpcUrls })
  const { pay } = new CheckoutPage(page)
  await test.step('a quote with an ID beyond safe integers and an unknown field is offered, and the field is shown as not signed', async () => {
    await control.quote({ quote: { id: '90071992547409931234' }, transactionRequest: { hint: 'x' } })
    await seePrice(page, 'USDC on Harbour')
    await expect(pay).toBeVisible()
    await expect(
      page.getByText(/This is the first payment to this service on this network, so there is no/),
    ).toBeVisible()
    await page.getByText('See exactly what you’re signing').click()
    await expect(page.getByText(/^hint/)).toBeVisible()

    await seePrice(page, 'USDC on Meadow')
    await expect(page.getByText(/first payment .* names the address as one of its contracts/)).toBeVisible()
  })

  await test.step('an offer is compared with the catalog, its own parts and its quote, and each difference is shown', async () => {
    await control.settings({ priceFactor: 10 })
    await seePrice(page, 'USDC on Harbour')
    await expect(page.getByText(/more than three times the catalog’s/)).toBeVisible()
    await expect(pay).toBeHidden()

    await control.settings({ priceFactor: 2 })
    await seePrice(page, 'USDC on Harbour')
    await expect(page.getByText(/much higher than the catalog’s/)).toBeVisible()
    await expect(pay).toBeDisabled()

    await control.settings({ priceFactor: 1 })
    await control.quote({ quote: { feeAmount: '3' } })
    await seePrice(page, 'USDC on Harbour')
    await expect(page.getByText(/price and fee add up to 4\.\d+\sUSDC, but its total is 1\.\d+/)).toBeVisible()

    await control.quote({ quote: { id: '90071992547409931234' } })
    await seePrice(page, 'USDC on Meadow')
    await expect(page.getByText(/pays for a different offer/)).toBeVisible()
    await expect(pay).toBeHidden()
  })

  await test.step('a node whose contract answers differ is blamed itself, not the service', async () => {
    node.alter(({ sent, answer }) => {
      const lies = /eth_call|eth_simulateV1/.test(sent)
      return lies ? { ...answer, body: answer.body.replaceAll(/"0x[0-9a-f]{64,}"/g, `"0x${'7'.repeat(64)}"`) } : answer
    })
    await seePrice(page, 'USDC on Harbour')
    await expect(page.getByText('The nodes of this network disagree.', { exact: false })).toBeVisible()

    node.alter(({ answer }) => ({ ...answer, body: answer.body.replaceAll(/"id":\d+/g, '"id":4242424') }))
    await seePrice(page, 'USDC on Harbour')
    await expect(pay).toBeVisible()
  })
  await node.stop()
})

test('a service with answers of unusual form or size sells', async ({ launch, serviceProxy, service }) => {
  serviceProxy.alter(({ path, answer }) => {
    const body = answer.body.replaceAll(/"isActive":\w+,?/g, '').replaceAll(',}', '}')
    const isList = /\/(?:networks|products)/.test(path)
    return isList ? { ...answer, body: `\uFEFF${body.replaceAll('"isTestnet":false', '"isTestnet":true')}` } : answer
  })
  const { page, close } = await makeReady(await launch(), service)
  await test.step('a service with only test networks sells, although its answers start with a byte order mark and lack optional fields', async () => {
    const { pay } = await seePrice(page, 'USDC on Harbour')
    await expect(pay).toBeVisible()
  })

  await test.step('an answer of hundreds of megabytes to a registration stops neither the purchase nor Till’s exit', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, ' '))
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const struck = Promise.withResolvers<undefined>()
    serviceProxy.alter(({ method, path, answer }) => {
      if (method === 'GET' || !path.includes('/transactions')) return answer
      struck.resolve(undefined)
      return { status: 200, headers, body: bomb }
    })
    const id = await buy(page, topUp)
    await struck.promise
    await untilStatus(page, id, 'delivered')
    await close()
  })
})

test('a first run behind a captive portal loads catalog and networks once the portal is gone', async ({
  till: { page },
  control,
  sandbox,
}) => {
  const portal = { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html>Sign in</html>' }
  await control.fault({ operation: '*', kind: 'status', times: 1000, ...portal })
  await ask(page, 'profile.save', sandbox.profile)
  const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
  await ask(page, 'vault.restore', { words, password })
  await goTo(page, '/shop')
  await expect(page.getByText(/^A web page answered instead of the service/)).toBeVisible()
  await control.clearFaults()
  await expect(page.getByRole('link', { name: /^Nimbus Mobile/ }).first()).toBeVisible({ timeout: 60_000 })
  const { paymentMethod } = await seePrice(page, 'USDC on Harbour')
  await expect(paymentMethod).toBeVisible()
})
