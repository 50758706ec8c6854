import type { Sale } from '../../main/sales/sales-repository.ts'

/** A clerk's sale that was not given back. */
export const sale: Sale = {
  number: 1,
  purchaseId: '8a0c1a4e-6e9c-4d0b-9d0a-3f5d8e1b2c3d',
  shift: 1,
  currency: 'MXN',
  at: 1_800_000_000_000,
  clerkId: 'ana',
  by: 'Ana',
  sku: 'lumo',
  product: 'Lumo',
  price: '100',
  cost: '90',
  given: '200',
  printed: false,
  returned: null,
}
