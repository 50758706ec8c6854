/** As much as a counter holds: pages, products on each, and signs of a page's name. */
export const counterLimits = { pages: 12, products: 60, name: 30 } as const
