/** A picture of the docs: from a demo, or a scene of the gallery. */
export interface DocsPicture {
  readonly name: string
  readonly from: { readonly folder: 'demo' | 'demo/kiosk'; readonly shot: string } | { readonly scene: string }
  /** The height to keep from the top, in pixels; all of it by default. */
  readonly height?: number
}

const atHome = (shot: string): DocsPicture['from'] => ({ folder: 'demo', shot })
const inShop = (shot: string): DocsPicture['from'] => ({ folder: 'demo/kiosk', shot })

/** Every picture in docs/pictures/ but those in `before/`, of the screens before their redesign. */
export const docsPictures: readonly DocsPicture[] = [
  { name: 'shop', from: atHome('shop') },
  { name: 'purchase', from: atHome('top-up-delivered') },
  { name: 'checkout', from: atHome('top-up-review') },
  { name: 'clerks', from: inShop('people') },
  { name: 'prices', from: inShop('prices') },
  { name: 'receipt-settings', from: inShop('receipt-and-printer') },
  { name: 'sign-in', from: inShop('who-is-at-the-till'), height: 740 },
  { name: 'counter', from: inShop('the-counter') },
  { name: 'sale', from: inShop('sale-cash') },
  { name: 'customer', from: inShop('sale-for-the-customer') },
  { name: 'sales', from: inShop('the-board') },
  { name: 'count', from: inShop('opening-a-shift') },
  { name: 'report', from: inShop('report-of-the-day') },
  { name: 'registers', from: { scene: 'registers' } },
  { name: 'brand', from: { scene: 'brand' } },
  { name: 'paying', from: { scene: 'purchase-paying' } },
  { name: 'nothing-found', from: { scene: 'shop-nothing' } },
  { name: 'wallet', from: { scene: 'wallet' } },
]
