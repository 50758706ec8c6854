import { scriptedReport } from '../../../src/testing/fixtures/reports.ts'
import { scriptedPage, scriptedPrices, scriptedSale, scriptedShift } from '../../../src/testing/fixtures/sales.ts'
import { ago } from '../../../src/testing/fixtures/ago.ts'
import { ana } from '../../../src/testing/fixtures/app.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'

export const people = [
  ana,
  { id: '7b0e4c1c-6f0e-4a51-9a53-3b0c39f0f002', name: 'Benjamín', colour: 'violet', lockedOut: false },
  { id: '7b0e4c1c-6f0e-4a51-9a53-3b0c39f0f003', name: 'Carolina', colour: 'orange', lockedOut: true },
] as const

/** Adds when each clerk last signed in: Benjamín today, Ana the day before yesterday, Carolina never. */
export const listed = (): Script['clerks'] =>
  people.map((one, index) => ({ ...one, lastSignedInAt: [ago(50 * 60), ago(12), null][index] ?? null }))

export function inShop(script: Script): void {
  script.clerks = listed()
  script.app = { ...script.app, shopName: 'Abarrotes La Esquina', kiosk: { on: true, role: 'nobody', clerk: null } }
}

/** Signs a clerk in, in the middle of a shift. */
export function selling(script: Script): void {
  inShop(script)
  script.app = { ...script.app, kiosk: { on: true, role: 'clerk', clerk: people[1] } }
  script.prices = scriptedPrices
  script.shifts = [scriptedShift(), { ...scriptedShift(), number: 11, closedAt: scriptedShift().openedAt }]
  script.sales = [
    scriptedSale(14, { status: 'on-its-way' }),
    scriptedSale(13, { status: 'paying', by: 'Benjamín', product: 'Vireo Digital 12.50 EUR' }),
    scriptedSale(12, {
      status: 'failed',
      owed: true,
      product: 'Steam 25.00 USD',
      reference: 'alguien.con.nombre.largo@ejemplo.com',
    }),
    scriptedSale(11, { status: 'not-sold', owed: true, reference: null }),
    scriptedSale(10, {
      status: 'failed',
      refundedCash: { at: new Date().toISOString(), by: 'Ana', reason: 'wrong-number', note: null },
    }),
    scriptedSale(9),
    ...[8, 7, 6].map((number) => scriptedSale(number, { shift: 11 })),
  ]
}

export function managing(script: Script): void {
  selling(script)
  script.app = { ...script.app, kiosk: { on: true, role: 'manager', clerk: null } }
}

export function reporting(script: Script): void {
  managing(script)
  script['sales.report'] = ({ period }) => scriptedReport(period)
}

/** Sets up a counter with two pages, one of whose products is gone. */
export function withCounter(script: Script): void {
  managing(script)
  const topUps = [20, 50, 100, 200, 300, 500].map((value) => `lumo_MX_${value}-I`)
  script.counter = {
    byPolicy: false,
    pages: [
      scriptedPage('Recargas', [...topUps, 'b7_MX_10-I'], ['lumo_MX_300-I']),
      scriptedPage('Juegos y tarjetas de regalo', ['vireo_1GB_7-I', 'vireo_5GB_30-I', 'vireo_20GB_30-I', 'b3_MX_10-I']),
    ],
    recent: scriptedPage('', ['lumo_MX_100-I', 'vireo_5GB_30-I', 'b7_MX_10-I']).products,
  }
}
export function atCounter(script: Script): void {
  withCounter(script)
  script.app = { ...script.app, kiosk: { on: true, role: 'clerk', clerk: people[1] } }
}
export const byPolicy = (script: Script): void => {
  withCounter(script)
  script.counter = { ...script.counter, byPolicy: true }
  script.app = { ...script.app, policy: { sets: ['favourites', 'prices', 'receipt'], problem: null } }
}
