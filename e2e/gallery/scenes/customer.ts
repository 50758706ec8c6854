import type { CustomerFace } from '../../../src/shared/kiosk/customer-views.ts'
import type { Scene } from './scene.ts'

type Checked = Extract<CustomerFace, { kind: 'check' }>

const topUp = {
  brand: 'Lumo Móvil',
  value: { currency: 'MXN', amount: '100' },
  productType: 'topup',
  country: 'MX',
  image: '/image/brand-lumo',
}
const mexico = { iso2: 'MX', callingCode: '52', flag: null }
const number = { kind: 'phone', text: '55 1234 5678', country: mexico } as const
const longMail = { kind: 'email', text: 'alguien.con.nombre.largo@ejemplo.com', country: null } as const
const check: Checked = {
  kind: 'check',
  product: topUp,
  reference: number,
  price: { currency: 'MXN', amount: '105' },
}
const sold: CustomerFace = {
  kind: 'sold',
  product: topUp,
  reference: number,
  currency: 'MXN',
  price: '105',
  given: '200',
  change: '95',
}

function scene(name: string, face: CustomerFace, shop = 'Abarrotes La Esquina'): Scene {
  return {
    name: `customer-${name}`,
    path: '/customer',
    prepare: (script) => void (script['customer.get'] = { shop, face }),
  }
}

/** Scenes of the page on the customer's display. */
export const customerScenes: readonly Scene[] = [
  scene('idle', { kind: 'idle' }),
  scene('idle-unnamed', { kind: 'idle' }, ''),
  scene('check', check),
  scene('check-typing', {
    ...check,
    product: null,
    reference: { ...number, text: '55 12' },
    price: null,
  }),
  scene('check-product', { ...check, reference: null, price: null }),
  scene('check-us', {
    ...check,
    product: {
      ...topUp,
      brand: 'Juniperline Prepaid Wireless',
      value: { currency: 'USD', amount: '25' },
      country: 'US',
      image: null,
    },
    reference: { kind: 'phone', text: '(201) 555-0123', country: { iso2: 'US', callingCode: '1', flag: null } },
    price: { currency: 'MXN', amount: '1250.5' },
  }),
  scene('check-mail', { ...check, product: { ...topUp, productType: 'gift_card' }, reference: longMail }),
  scene('sold', sold),
  scene('sold-much', { ...sold, reference: longMail, price: '104.5', given: '2000', change: '1895.5' }),
]
